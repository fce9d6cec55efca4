import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childEnvironment, refuseForeignCode } from './child-environment.ts';

test('variables that load other code are refused', () => {
  for (const options of [
    '--import ./evil.mjs',
    '--import=./evil.mjs',
    '-r ./evil.cjs',
    '--loader evil',
    '--env-file=x',
  ])
    assert.throws(
      () => refuseForeignCode({ NODE_OPTIONS: options }),
      /not in the commit:\n {2}NODE_OPTIONS: -/,
      options,
    );
  assert.throws(() => refuseForeignCode({ NODE_PATH: '/tmp' }), /NODE_PATH/);
  assert.throws(() => refuseForeignCode({ TSX_TSCONFIG_PATH: 'x.json' }), /TSX_TSCONFIG_PATH/);
  refuseForeignCode({ NODE_OPTIONS: ' --max-old-space-size=4096 --disable-warning=ExperimentalWarning' });
  refuseForeignCode({});
});

test('the programs of a sign-off use no caches and do not get the key', () => {
  const env = childEnvironment({ SIGNOFF_PRIVATE_KEY_FILE: 'key.pem', BASE_URL: 'x' }, '/tmp/empty');
  assert.deepEqual(env, {
    SIGNOFF_PRIVATE_KEY_FILE: '',
    BASE_URL: 'x',
    TSX_DISABLE_CACHE: '1',
    PWTEST_CACHE_DIR: '/tmp/empty',
  });
});
