import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { groups } from '../../../helpers/settings/declarations/declarations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, dependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies',
  Record<string, string>
>;

const workflows = ['nightly', 'signoff', 'ci'].map((name) => `.github/workflows/${name}.yml`);
const kubernetes = ['ci/kubernetes/shards.yaml', 'ci/kubernetes/merge.yaml'];
const all = [...workflows, '.gitlab-ci.yml', 'Dockerfile', ...kubernetes];

test('every program that the files for CI run exists', () => {
  for (const file of all) {
    const text = read(file).replaceAll(/^ *#.*$/gm, '');
    const named = [...text.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = '']) => name);
    const short = [...text.matchAll(/\bnpm"?,? "?(start|test)\b/g)].map(([, name = '']) => name);
    assert.ok(named.length + short.length > 0, file);
    for (const name of [...named, ...short]) assert.ok(name in scripts, `${file}: npm run ${name}`);
  }
});

test('the image has the browsers of the locked Playwright version', () => {
  for (const file of ['.gitlab-ci.yml', 'Dockerfile']) {
    const [, version] = /mcr\.microsoft\.com\/playwright:v([\d.]+)-/.exec(read(file)) ?? [];
    assert.equal(version, dependencies['@playwright/test'], file);
  }
});

test('the Dockerfile is valid', () => {
  assert.deepEqual(validate(read('Dockerfile')), []);
  assert.notDeepEqual(validate(read('Dockerfile').replace('RUN npm', 'RUM npm')), []);
});

/** Settings that no job sets, with the reason. */
const notGiven: Readonly<Record<string, string>> = {
  BROWSER_PATH: 'specific to a machine',
  JOURNAL_FOLDER: 'the default one is cached between jobs',
  TARGET_FOLDER: 'a job takes its settings from variables and secrets',
  SHARD_RUN: 'GitHub and GitLab identify the run themselves',
  SIGNOFF_PRIVATE_KEY_FILE: 'written from a secret in the step that signs',
  SIGNOFF_PUBLIC_KEY_FILE: 'only for verification',
};
/** Settings that only one of the workflows needs. */
const ofOne: Readonly<Record<string, string>> = { SIGNOFF_VALID_DAYS: 'signoff', ISSUE_TOKEN: 'nightly' };
const declared = groups.flatMap(({ settings }) => settings);
/** Pipelines hold the private key itself as a secret instead of its file. */
const secrets = new Set([
  ...declared.filter(({ secret }) => secret).map(({ variable }) => variable),
  'SIGNOFF_PRIVATE_KEY',
]);

interface Step {
  name?: string;
  id?: string;
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Job {
  if?: string;
  needs?: string;
  environment?: unknown;
  env?: Record<string, string>;
  outputs?: Record<string, string>;
  steps: Step[];
}
const jobsOf = (file: string): Record<string, Job> => (parse(read(file)) as { jobs: Record<string, Job> }).jobs;
const stepsOf = (file: string): Step[] => Object.values(jobsOf(file)).flatMap(({ steps }) => steps);
const [nightly = '', signoff = ''] = workflows;
const gitlab = parse(read('.gitlab-ci.yml')) as Record<string, Record<string, unknown>>;

test('every setting is passed to the jobs by its name, secret ones as secrets', () => {
  const described = declared.map(({ variable }) => variable);
  for (const file of [nightly, signoff]) {
    const given = Object.assign({}, ...stepsOf(file).map(({ env = {} }) => env)) as Record<string, string>;
    const wanted = described.filter((name) => !(name in notGiven) && file.includes(ofOne[name] ?? ''));
    const { SIGNOFF_PRIVATE_KEY, ...settings } = given;
    assert.equal(SIGNOFF_PRIVATE_KEY !== undefined, file === signoff);
    assert.deepEqual(
      Object.keys(settings).toSorted(),
      wanted.toSorted(),
      `${file}: add what differs to the step's env`,
    );
    for (const [name, value] of Object.entries(given)) {
      const from = secrets.has(name) ? 'secrets' : 'vars';
      // The token of the job itself, which is only allowed to write issues in this job.
      if (name === 'ISSUE_TOKEN') assert.equal(value, '${{ github.token }}');
      else if (name !== 'TARGET') assert.equal(value, `\${{ ${from}.${name} }}`, file);
    }
  }
  // GitLab passes all variables of the environment to the job.
  for (const job of ['shard', 'report', 'signoff']) assert.ok(gitlab[job]?.environment, job);
});

test('only steps that need settings get them, and installation steps get none', () => {
  for (const file of workflows) {
    assert.equal((parse(read(file)) as { env?: unknown }).env, undefined);
    for (const job of Object.values(jobsOf(file))) assert.equal(job.env, undefined);
    const steps = stepsOf(file);
    for (const { run, uses, env } of steps.filter((step) => JSON.stringify(step).includes('secrets.'))) {
      assert.ok(uses === undefined && env && /npm (start|run (signoff|merge))\b/.test(run ?? ''), run ?? uses);
      assert.doesNotMatch(run ?? '', /secrets\./);
    }
    for (const { run = '' } of steps) assert.doesNotMatch(run, /npm (ci|install)|npx/);
  }
  const install = read('ci/install.sh');
  assert.ok(install.indexOf('unset') < install.indexOf('npm ci --ignore-scripts'));
  assert.match(read('Dockerfile'), /npm ci --ignore-scripts/);
  assert.match(JSON.stringify(gitlab['default']), /sh ci\/install\.sh/);
});

test('jobs upload only reports that were searched for keys', () => {
  for (const file of [nightly, signoff]) {
    for (const [name, { steps }] of Object.entries(jobsOf(file))) {
      const at = steps.findIndex(({ run }) => run?.startsWith('npm run hand-on -- reports'));
      for (const [index, step] of steps.entries()) {
        if (!/upload-/.test(step.uses ?? '')) continue;
        assert.ok(at >= 0 && at < index && steps[at]?.id === 'ready', `${file}: ${name}`);
        assert.match(step.if ?? '', /steps\.ready\.outcome == 'success'/);
        for (const path of step.with?.path?.trim().split('\n') ?? ['none'])
          assert.match(path.trim(), /^reports\/ready\//, `${file}: ${name}`);
      }
    }
  }
  assert.match(jobsOf(nightly)['publish']?.if ?? '', /needs\.report\.outputs\.ready == 'success'/);
  for (const job of ['shard', 'report', 'signoff']) {
    const { artifacts, script } = gitlab[job] as { artifacts: { paths: string[] }; script: string[] };
    for (const path of artifacts.paths) assert.match(path, /^reports\/ready\//, job);
    assert.match(script.at(-2) ?? '', /^npm run hand-on -- reports/, job);
  }
});

test('the journal survives the job', () => {
  for (const [file, job] of [
    [nightly, 'shard'],
    [signoff, 'signoff'],
  ] as const) {
    const steps = jobsOf(file)[job]?.steps ?? [];
    const kept = steps.filter((step) => step.with?.path === '.journal');
    assert.deepEqual(
      kept.map(({ uses }) => uses?.split('@')[0]),
      ['actions/cache/restore', 'actions/cache/save'],
      file,
    );
    assert.match(kept[1]?.if ?? '', /always\(\)/);
  }
  for (const job of ['shard', 'signoff']) assert.match(JSON.stringify(gitlab[job]?.cache), /"\.journal\/"/, job);
});

test('only a protected ref signs, and no input selects another one', () => {
  const { ref, signoff: job } = jobsOf(signoff);
  assert.match(JSON.stringify(ref), /!github\.ref_protected.*exit 1/);
  assert.ok(ref && !ref.environment);
  assert.equal(job?.needs, 'ref');
  assert.match(job?.if ?? '', /github\.ref_protected/);
  for (const { uses, with: given } of stepsOf(signoff)) if (uses?.includes('checkout')) assert.ok(!given?.ref);
  assert.match(JSON.stringify(gitlab['signoff']?.rules), /CI_COMMIT_REF_PROTECTED == \\"true\\"/);
});

/** Images that are pinned by tag, because the digest of this version could not be looked up. */
const byTag = ['mcr.microsoft.com/playwright'];

test('actions are pinned by commit, images by digest, except the listed ones', () => {
  for (const file of workflows) {
    for (const { uses } of stepsOf(file)) if (uses) assert.match(uses, /^[\w./-]+@[0-9a-f]{40}$/, file);
    for (const [line] of read(file).matchAll(/^.*uses: .*$/gm)) assert.match(line, / # v\d+\.\d+\.\d+$/);
  }
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('.gitlab-ci.yml').matchAll(/^ *image: (\S+)/gm),
  ].map(([, image = '']) => image);
  assert.ok(images.length > 1);
  for (const image of images) assert.ok(image.includes('@sha256:') || byTag.includes(image.split(':')[0] ?? ''), image);
});

test('no key or setting gets into git or an image', () => {
  const lines = (file: string): string[] => read(file).split('\n');
  for (const line of ['.git', '.env', '.env.*', '!.env.example', '.journal', '**/*.pem'])
    assert.ok(lines('.dockerignore').includes(line), line);
  for (const line of ['/.env', '/.env.*', '!/.env.example', '/.journal/', '*.pem'])
    assert.ok(lines('.gitignore').includes(line), line);
});

test('the number of pods is the number of shards', () => {
  const [, shards] = /JOB_COMPLETION_INDEX \+ 1\)\)\/(\d+)/.exec(read('ci/kubernetes/shards.yaml')) ?? [];
  for (const field of ['completions', 'parallelism', 'maxFailedIndexes']) {
    assert.match(read('ci/kubernetes/shards.yaml'), new RegExp(`^ +${field}: ${shards}$`, 'm'));
  }
});
