import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseResults } from '../../results/results-schema.ts';
import { MonsterService } from './monsters.ts';
import { forget, fromRoot, runPlanted, type Planted, type PlantedRun } from './planted-run.ts';
import { unpackFolder } from './unpack.ts';

const secretKey = 'S3CR-9f1b2c7e+aa41/4f0e';

/** Runs specs against a service and inspects the artefacts. */
const met = async (BASE_URL: string, planted: Planted, look: (run: PlantedRun) => void): Promise<void> => {
  const run = await runPlanted(
    {
      TARGET: 'staging',
      BASE_URL,
      SECRET_KEY: secretKey,
      PUBLISHABLE_KEY: 'PUBL-77c0de12-bb52-4a1d',
      MOBILE_MONEY_NUMBER: '0712345678',
      OPERATOR_A_CODE: 'A',
      OPERATOR_B_CODE: 'B',
      OPERATOR_C_CODE: 'C',
      CURRENCY: 'XTS',
      CALLBACK_ID: 'x',
      PREFETCH_CONCURRENCY: '0',
    },
    planted,
  );
  try {
    look(run);
  } finally {
    forget(run);
  }
};

const resultsOf = ({ folder }: PlantedRun) =>
  parseResults(readFileSync(join(folder, 'reports', 'results.json'), 'utf8'));

/** Specs of the suite. */
const own = (...files: readonly string[]): Planted => ({
  specs: {
    'api/4.1-monsters.spec.ts': files
      .map((file) => `import ${JSON.stringify(fromRoot(`tests/api/${file}`))};`)
      .join('\n'),
  },
});

describe('a service with malformed answers', () => {
  test('no answer gives exit code 3 or counts as a fault of the suite', { timeout: 600_000 }, async () => {
    const service = new MonsterService();
    const specs = own('4.3-wallets-list.spec.ts', '4.4-wallets-balance.spec.ts');
    try {
      await met(await service.start(), specs, (run) => {
        const results = resultsOf(run);
        const harness = results.rules.flatMap(({ tests }) => tests).filter(({ verdict }) => verdict === 'harness');
        assert.deepEqual(
          harness.map(({ title, error }) => `${title}: ${error}`),
          [],
        );
        assert.equal(run.code, 1, run.output);
        assert.deepEqual(results.run.errors, []);
        assert.ok(unpackFolder(join(run.folder, 'reports')).every(({ text }) => !text.includes('9f1b2c7e')));
      });
    } finally {
      await service.stop();
    }
  });

  test(
    'a run over its time limit ends as inconclusive with the results so far, and its reports are searched',
    { timeout: 600_000 },
    async () => {
      const spec = `
import { expect, test } from ${JSON.stringify(fromRoot('fixtures/index.ts'))};
import { rule } from ${JSON.stringify(fromRoot('interface/rules/rule.ts'))};
test(...rule('hosted.accepted', 'passes'), async ({ settings }, testInfo) => {
  await testInfo.attach('key', { body: 'Bearer ' + settings.secretKey, contentType: 'text/plain' });
  expect(settings.secretKey.length).toBeGreaterThan(1);
});
test(...rule('hosted.accepted', 'never ends'), async () => {
  await new Promise(() => {});
});
`;
      const service = new MonsterService();
      const planted = { specs: { 'api/4.1-endless.spec.ts': spec }, configuration: { globalTimeout: 15_000 } };
      try {
        await met(await service.start(), planted, (run) => {
          assert.equal(run.code, 2, run.output);
          const results = resultsOf(run);
          assert.equal(results.run.verdict, 'inconclusive');
          assert.equal(results.run.interrupted, true);
          assert.deepEqual(results.rules.flatMap(({ tests }) => tests.map(({ verdict }) => verdict)).sort(), [
            'not-tested',
            'pass',
          ]);
          assert.ok(unpackFolder(join(run.folder, 'reports')).every(({ text }) => !text.includes('9f1b2c7e')));
        });
      } finally {
        await service.stop();
      }
    },
  );
});
