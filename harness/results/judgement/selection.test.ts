import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsOf } from './selection.ts';

const limits = (line: string): string[] => limitsOf(['node', 'cli.js', ...line.split(' ')]);

test('a run without selection arguments is complete', () => {
  const full = [
    'test',
    'test --headed',
    'test --workers=4 --retries 1',
    'test -j 1 -x --trace on',
    'test -j2 --add-reporter json',
    'test --shuffle 42 --forbid-only',
  ];
  for (const line of full) assert.deepEqual(limits(line), [], line);
});

test('every selection argument makes a run partial and is listed', () => {
  assert.deepEqual(limits('test --project=api --grep @txn.id-unique'), ['--project=api', '--grep @txn.id-unique']);
  assert.deepEqual(limits('test -g x tests/api/5-authentication.spec.ts'), [
    '-g x',
    'tests/api/5-authentication.spec.ts',
  ]);
  const partial = [
    '--shard=1/2',
    '--last-failed',
    '--only-changed main',
    '-G slow',
    '-gslow',
    '--test-list file',
    '--ui',
    '4.1',
  ];
  for (const one of partial) assert.deepEqual(limits(`test ${one}`), [one]);
});

test('the value of another argument is not a selection, but an argument after a flag is', () => {
  assert.deepEqual(limits('test --headed 4.1'), ['4.1']);
  assert.deepEqual(limits('test --timeout 1000 4.1'), ['4.1']);
});

test('unknown arguments and runs started by an editor count as partial', () => {
  assert.deepEqual(limits('test --from-the-future'), ['--from-the-future']);
  assert.deepEqual(limits('test-server'), ['test-server']);
});
