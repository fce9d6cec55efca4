import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import { casesAtOnce } from '../../../helpers/properties/cases-at-once.ts';
import { nameRunFolder } from '../../../helpers/client/network/run-folder.ts';
import { parseSettings } from '../../../helpers/settings/settings.ts';
import { sandboxAsStaging } from '../../../helpers/settings/sandbox-account.ts';
import { asking, walletList } from '../../../helpers/shared/stimuli.ts';
import { pace } from '../../preflight/pace.ts';
import AskOnce from '../answers.ts';

test('PREFETCH_CONCURRENCY sets the number of concurrent prefetched requests', async () => {
  const all = [1, 2, 3, 4, 5, 6];
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  const service = createServer((request, response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end('{}');
      if (asked.push(request.url ?? '') === all.length) service.emit('asked');
    }, 20);
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const BASE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const settings = parseSettings({ ...sandboxAsStaging(BASE_URL), PREFETCH_CONCURRENCY: '3' });
  const tests = all.map((limit) => {
    const [title] = asking(walletList({ limit }), 'wallets.accepted', String(limit));
    return { title, tags: [], expectedStatus: 'passed' };
  });
  nameRunFolder();
  const reporter = new AskOnce();
  const config = { projects: [{ use: { settings } }] } as unknown as FullConfig;
  reporter.onBegin(config, { allTests: () => tests } as unknown as Suite);
  await once(service, 'asked');
  reporter.onEnd();
  service.close();
  assert.equal(most, 3);
  assert.equal(new Set(asked).size, all.length);
});

/** The concurrency chosen for a slow target. @param takes its response time, in milliseconds */
const chosenFor = async (t: TestContext, takes: (underWay: number) => number) => {
  let underWay = 0;
  const service = createServer((_request, response) => {
    setTimeout(() => (underWay--, response.end('{}')), takes(++underWay));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  t.after(() => service.close());
  const BASE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const settings = parseSettings(sandboxAsStaging(BASE_URL));
  pace.note(takes(1));
  t.after(() => {
    pace.answerMs = Infinity;
    delete process.env.CONFORMANCE_CASES_AT_ONCE;
  });
  const project = { name: 'api', use: { settings } };
  const tests = Array.from({ length: 200 }, () => ({ title: 'asks', tags: [], parent: { project: () => project } }));
  const config = { projects: [project], workers: 4 } as unknown as FullConfig;
  const reporter = new AskOnce();
  const suite = { allTests: () => tests } as unknown as Suite;
  await reporter.preprocess({ config, suite } as Parameters<typeof reporter.preprocess>[0]);
  return { ahead: reporter.concurrency, workers: config.workers, cases: casesAtOnce() };
};

test('a slower target gets more concurrent requests and more workers', async (t) => {
  t.mock.method(process, 'availableMemory', () => 16 * 2 ** 30);
  assert.deepEqual(await chosenFor(t, () => 1_200), { ahead: 32, workers: 14, cases: 8 });
  assert.deepEqual(await chosenFor(t, () => 400), { ahead: 16, workers: 9, cases: 8 });
});

test('the workers use at most half of the available memory', async (t) => {
  t.mock.method(process, 'availableMemory', () => 3 * 2 ** 30);
  assert.equal((await chosenFor(t, () => 1_200)).workers, 6);
});

test('a slow target that handles requests one by one does not get more concurrent requests', async (t) => {
  t.mock.method(process, 'availableMemory', () => 16 * 2 ** 30);
  assert.deepEqual(await chosenFor(t, (underWay) => 400 * underWay), { ahead: 8, workers: 9, cases: 4 });
});

test('on a real target the API tests may use all workers that the browser tests leave', async () => {
  Object.assign(process.env, sandboxAsStaging('http://127.0.0.1:9'));
  const { default: config } = await import('../../../playwright.config.ts');
  assert.deepEqual(
    config.projects?.map(({ name, workers }) => [name, workers]),
    [
      ['browser', 3],
      ['api', undefined],
    ],
  );
});
