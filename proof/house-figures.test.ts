import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';
import { declarations } from '../helpers/settings/declarations.ts';
import { limits, longestFile, raised, type Raised } from './house-limits.ts';

// The size of the suite: node --import tsx --test proof/house-figures.test.ts prints it. What is at its limit is red;
// house-limits.ts says how a limit is raised.

const hidden = /^(?:\.(?!github)|node_modules$|reports$|test-results$|dist$|built$)/;
const code = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
/** Rows rather than code: nobody reads them from top to bottom. */
const isTable =
  /^(?:sandbox\/(?:faults|variants)\/catalogue|interface\/rules\/subjects)\/|\.test\.ts$|declarations\.ts$/;
const withoutLimit = /^sandbox\/(?:faults|variants)\//;

const filesIn = (folder: string): [file: string, lines: number][] =>
  readdirSync(join(suiteRoot, folder), { withFileTypes: true }).flatMap((entry): [string, number][] => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (hidden.test(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(file);
    return code.test(entry.name) ? [[file, readFileSync(join(suiteRoot, file), 'utf8').split('\n').length - 1]] : [];
  });

const files = filesIn('');
const isUnit = (file: string): boolean => !file.startsWith('tests/') && /\.test\.|\/tests\//.test(file);
const placeOf = (file: string): string => {
  const [top = ''] = file.split('/');
  const folder = Object.hasOwn(limits, top) ? top : 'rest';
  return isUnit(file) ? 'unit tests' : folder;
};
const limitOf = (what: Raised['what'], first: number): number =>
  raised.findLast((one) => one.what === what)?.to ?? first;

test('lines of code', (t) => {
  const lines = new Map<string, number>();
  for (const [file, count] of files)
    if (!withoutLimit.test(file)) lines.set(placeOf(file), (lines.get(placeOf(file)) ?? 0) + count);
  const { settings: _settings, programs: _programs, ...folders } = limits;
  const tooMany = Object.entries(folders).flatMap(([name, first]) => {
    const [is, limit] = [lines.get(name) ?? 0, limitOf(name as Raised['what'], first)];
    t.diagnostic(`${name}: ${is} lines of ${limit}`);
    return is > limit ? [`${name} has ${is} lines of ${limit}`] : [];
  });
  assert.deepEqual(tooMany, []);
});

test('no file is too long to be read', () => {
  const tooLong = files.flatMap(([file, count]) =>
    !isTable.test(file) && count > limitOf(file as Raised['what'], longestFile) ? [`${file} has ${count} lines`] : [],
  );
  assert.deepEqual(tooLong, []);
});

test('settings and programs', (t) => {
  const settings = Object.keys(declarations).length;
  const { scripts } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as { scripts: object };
  const programs = Object.keys(scripts).length;
  const limit = limitOf('settings', limits.settings);
  t.diagnostic(`${settings} settings of ${limit}, ${programs} programs of ${limits.programs}`);
  assert.ok(settings <= limit, `${settings} settings`);
  assert.ok(programs <= limits.programs, `${programs} programs`);
});

test('every raised limit says why, and what a user would miss without it', () => {
  for (const { what, to, why } of raised) {
    const first = Object.hasOwn(limits, what) ? limits[what as keyof typeof limits] : longestFile;
    assert.ok(to > first && why.length > 0, what);
    for (const reason of why) for (const words of reason) assert.ok(words.length > 5 && words.length < 100, words);
  }
});
