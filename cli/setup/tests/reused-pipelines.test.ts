import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { parse, parseAllDocuments } from 'yaml';
import { variableNames } from '../../../helpers/settings/declarations/declarations.ts';
import { suiteRoot } from '../../../helpers/settings/command-line/target-folder.mjs';

// The GitHub action and the GitLab component, which pipelines of other repositories use.

const read = (file: string): string => readFileSync(join(suiteRoot, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Action {
  inputs: Record<string, { description: string; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}
interface Component {
  script: string[];
  before_script: string[];
  variables: Record<string, string>;
  artifacts: { paths: string[] };
}
const action = parse(read('action.yml')) as Action;
const [spec, jobs] = parseAllDocuments(read('templates/conformance.yml')).map((one) => one.toJS() as unknown) as [
  { spec: { inputs: Record<string, { default: unknown; options?: string[] }> } },
  Record<string, Component>,
];
const [component] = Object.values(jobs);
assert.ok(component);

const complaints = (parser: typeof parseAction, content: string): string[] =>
  parser({ name: 'file', content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

test('the action and the workflows are valid for GitHub', () => {
  assert.deepEqual(complaints(parseAction, read('action.yml')), []);
  assert.equal(complaints(parseAction, read('action.yml').replace('shell: bash', 'shel: bash')).length, 2);
  for (const name of ['nightly', 'signoff', 'ci']) {
    const text = read(`.github/workflows/${name}.yml`);
    assert.deepEqual(complaints(parseWorkflow, text), [], name);
    assert.notDeepEqual(complaints(parseWorkflow, text.replace('runs-on', 'runs-at')), [], name);
  }
});

test('every input is declared and used, and every named setting exists', () => {
  const used = (text: string): string[] => [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name = '']) => name);
  const sorted = (names: readonly string[]): string[] => [...new Set(names)].toSorted();
  assert.deepEqual(sorted(used(JSON.stringify(action.runs))), Object.keys(action.inputs).toSorted());
  assert.deepEqual(sorted(used(JSON.stringify(jobs))), Object.keys(spec.spec.inputs).toSorted());
  const own = ['PROFILE', 'CODE', 'npm_config_cache'];
  const named = [...action.runs.steps.map(({ env = {} }) => env), component.variables].flatMap(Object.keys);
  for (const name of named) assert.ok([...variableNames, ...own].includes(name), name);
  const steps = action.runs.steps.map(({ id }) => id);
  for (const { value } of Object.values(action.outputs))
    assert.ok(steps.includes(/steps\.(\w+)\.outputs/.exec(value)?.[1]), value);
  assert.match(read('action.yml'), new RegExp(`node-version: '${read('.nvmrc').trim()}'`));
});

test('no input is expanded within a script of the action, and actions are pinned', () => {
  for (const { run, uses } of action.runs.steps) {
    if (run) assert.doesNotMatch(run, /\$\{\{/);
    else assert.match(uses ?? '', /^[\w./-]+@[0-9a-f]{40}$/);
  }
  assert.match(
    read('templates/conformance.yml'),
    new RegExp(/image: (\S+)/.exec(read('.gitlab-ci.yml'))?.[1] ?? 'none'),
  );
});

/** Runs script lines of a pipeline with fake npm and npx, which record their arguments and environment. */
const runScript = (
  t: TestContext,
  lines: string,
  ends: Readonly<Record<string, number>>,
  env: Record<string, string> = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const cases = Object.entries(ends).map(([word, code]) => `*" ${word} "*) exit ${code};;`);
  for (const name of ['npm', 'npx']) {
    const text = `#!/bin/sh\necho "$*" >> '${folder}/asked'\nenv >> '${folder}/env'\ncase " $* " in ${cases.join(' ')} esac\n`;
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  const outputs = join(folder, 'outputs');
  for (const file of ['asked', 'env', 'outputs']) writeFileSync(join(folder, file), '');
  const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', lines], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, HOME: folder, GITHUB_OUTPUT: outputs, ...env },
  });
  const found = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return { status, asked: found('asked').trim().split('\n'), outputs: found('outputs'), env: found('env') };
};

test('the action passes on the verdict and the exit code of the run', (t) => {
  const step = (id: string): string => action.runs.steps.find((one) => one.id === id)?.run ?? '';
  const last = action.runs.steps.at(-1)?.run ?? '';
  for (const [code, verdict] of ['conforming', 'non-conforming', 'inconclusive', ''].entries()) {
    const { status, asked, outputs } = runScript(t, step('run'), { start: code }, { PROFILE: 'smoke' });
    assert.deepEqual([status, asked], [0, ['start -- --profile smoke']]);
    assert.equal(outputs, `code=${code}\nverdict=${verdict}\n`);
    assert.equal(runScript(t, last, {}, { CODE: String(code) }).status, code);
  }
  assert.equal(runScript(t, last, {}, { CODE: '' }).status, 3);
  const ready = runScript(t, step('ready'), {}, { TARGET_FOLDER: '/w/one' });
  assert.deepEqual(
    [ready.asked, ready.outputs],
    [['run report', 'run hand-on -- reports'], 'reports=/w/one/reports/ready\n'],
  );
  assert.deepEqual(runScript(t, step('ready'), { 'hand-on': 1 }, { TARGET_FOLDER: '/w/one' }).outputs, '');
  for (const { run = '' } of action.runs.steps)
    for (const [, name = ''] of run.matchAll(/npm run ([\w-]+)/g)) assert.ok(name in scripts, name);
});

test('the component passes on the exit code of the run, and installs without keys', (t) => {
  const lines = (issue: boolean): string =>
    component.script
      .join('\n')
      .replaceAll('$[[ inputs.profile ]]', 'smoke')
      .replaceAll('$[[ inputs.issue ]]', String(issue));
  const programs = ['start --profile smoke', 'report', 'hand-on reports'];
  for (const code of [0, 1, 2, 3]) {
    const { status, asked } = runScript(t, lines(false), { start: code });
    assert.equal(status, code);
    assert.deepEqual(
      asked,
      programs.map((one) => `--no payment-conformance ${one}`),
    );
  }
  assert.equal(runScript(t, lines(true), { issue: 3 }).status, 3);
  assert.equal(runScript(t, lines(true), { issue: 3, start: 1 }).status, 1);
  assert.equal(runScript(t, lines(false), { 'hand-on': 1 }).status, 1);
  const { asked, env } = runScript(
    t,
    component.before_script.join('\n'),
    {},
    { SECRET_KEY: 'sk_a1b2c3', HTTPS_PROXY: 'http://proxy' },
  );
  assert.deepEqual(asked, ['ci --ignore-scripts --prefer-offline']);
  assert.match(env, /^HTTPS_PROXY=http:\/\/proxy$/m);
  assert.doesNotMatch(env, /a1b2c3/);
  for (const path of component.artifacts.paths) assert.match(path, /\/reports\/ready\/$/);
});
