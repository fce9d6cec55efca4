import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../interface/rules/catalogue.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Folders whose content is generated or not part of this repository, except for a README. */
const generated = new Set(['node_modules', 'reports', 'test-results', 'work']);

const markdownBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || generated.has(entry.name) ? [] : markdownBelow(path);
    return path.endsWith('.md') ? [path] : [];
  });

const documents = [...markdownBelow('.'), join('reports', 'README.md')];
const pages = documents.filter((file) => file.startsWith('docs'));

const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '');

/** The anchors that GitHub derives from headings. */
const anchorsOf = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a document within the repository. */
const linksOf = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

const isDead = (file: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
};

test('every link within the documents has an existing target', () => {
  assert.ok(documents.length > 30, 'documents are found');
  const dead = documents.flatMap((file) =>
    linksOf(file)
      .filter((link) => isDead(file, link))
      .map((link) => `${file}: ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('every path of the repository that a document names exists', () => {
  const path = /`((?:tests|fixtures|helpers|interface|harness|cli|proof|sandbox|benchmarks|docs|ci)\/[\w./-]*)`/g;
  const missing = documents.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(path)]
      .filter(([, named = '']) => !existsSync(join(root, named)))
      .map(([, named = '']) => `${file}: ${named}`),
  );
  assert.deepEqual(missing, []);
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const unknown = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([, name = '']) => `${file}: npm run ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('README, CONTRIBUTING and each page of docs have at most 150 lines', () => {
  const lines = (file: string): number => read(file).trimEnd().split('\n').length;
  const long = ['README.md', 'CONTRIBUTING.md', ...pages].filter((file) => lines(file) > 150);
  assert.deepEqual(long, []);
});

test('every page of docs is linked from README, every setting is described in docs', () => {
  const linked = linksOf('README.md').map((link) => join(link.split('#', 1)[0] ?? ''));
  assert.deepEqual(
    pages.filter((page) => !linked.includes(page)),
    [],
  );
  const described = read('docs/settings.md');
  const settings = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  assert.ok(settings.length > 20, 'settings are found');
  assert.deepEqual(
    settings.filter((name) => !described.includes(`\`${name}\``)),
    [],
  );
});

test('the summary in README shows the number of rules in the catalogue', () => {
  const levels = ['must', 'observe', 'excluded'];
  const rows = [...read('README.md').matchAll(/^ {2}(all|\d[\d.]*) +([·\d]+) +([·\d]+) +([·\d]+)$/gm)];
  assert.ok(rows.length > 1, 'rows are found');
  for (const [, section = '', ...shown] of rows) {
    const rules = Object.values(catalogue).filter(({ sections }) => section === 'all' || sections[0] === section);
    const counted = levels.map((level) => rules.filter((rule) => rule.level === level).length);
    assert.deepEqual(
      shown.map((count) => (count === '·' ? 0 : Number(count))),
      counted,
      `the summary that README.md shows, section ${section}: write the numbers of the catalogue there`,
    );
  }
});
