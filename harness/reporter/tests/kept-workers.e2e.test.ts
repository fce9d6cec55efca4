import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import { playwrightCli } from '../../../helpers/processes/installed.mjs';
import { failingRun } from '../../../helpers/errors/tests/failing-run.ts';

// Compares runs whose workers continue after a failed judgement with runs that restart them.

const specs = {
  'api/4.3-nights.spec.ts': `
    const ends = test.extend({ evidence: async ({}, use, testInfo) => {
      await use(undefined);
      await testInfo.attach('how it ended', { body: String(testInfo.status !== testInfo.expectedStatus) });
    } });
    ends(...rule('hosted.accepted', 'soft'), ({ evidence }) => {
      expect.soft(1).toBe(2);
      expect(3).toBe(4);
    });
    test(...rule('hosted.accepted', 'not tested'), () => { throw new NotTested('set CALLBACK_ID'); });
    test(...rule('hosted.accepted', 'passes'), () => {});
    test(...rule('hosted.result', 'known'), () => expect(5).toBe(6));
    test(...rule('hosted.accepted', 'an exception'), () => { throw new TypeError('oh'); });
    test(...rule('hosted.accepted', 'after an exception'), () => expect(7).toBe(8));
  `,
  'browser/4.1-nights.spec.ts': `
    for (const [name, shown] of [['a page', 'Payment'], ['another page', 'Checkout'], ['a third page', 'Payment']]) {
      test(...rule('page.opens', name), async ({ page }) => {
        await page.setContent('<h1>' + shown + '</h1>');
        expect(await page.locator('h1').textContent()).toBe('Checkout');
      });
    }
  `,
};

/** A service that is ready; these specs send it no requests. */
const service = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"success"}');
});
const address = (): string => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
before(() => once(service.listen(0, '127.0.0.1'), 'listening'));
after(() => {
  service.close();
  service.closeAllConnections();
});

const known = {
  rule: 'hosted.result',
  target: '127.0.0.1',
  fails: { error: 'Expected: 6' },
  owner: 'payments-core',
  ticket: 'PAY-1',
  expires: '2099-12-31',
  reason: 'is being worked on',
};

const reporters = [
  ['json', { outputFile: 'run.json' }],
  ['junit', { outputFile: 'run.xml' }],
  ['html', { outputFolder: 'page', open: 'never' }],
  ['blob', { outputFile: 'blobs/report.zip' }],
  [join(import.meta.dirname, '../../allure/reporter.ts'), { resultsDir: 'allure-results' }],
] as const;

/** The tests of a run as Playwright's JSON report shows them, by the end of their titles. */
const shown = ({ suites }: JSONReport) => {
  const specsIn = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsIn),
  ];
  return suites.flatMap(specsIn).map((spec) => {
    const [{ expectedStatus, status, annotations, results }] = spec.tests as [(typeof spec.tests)[number]];
    return {
      title: spec.title.split(' · ').at(-1),
      ok: spec.ok,
      expectedStatus,
      status,
      annotations: annotations.map(({ type }) => type),
      results: results.map((one) => ({
        status: one.status,
        errors: one.errors.map(({ message }) => message),
        attachments: one.attachments.map(({ name }) => name),
        bodies: one.attachments.map(({ body }) => body && Buffer.from(body, 'base64').toString()),
      })),
    };
  });
};

/** The output of a run without times and paths, and the number of its workers. */
const leftIn = (folder: string) => {
  const placeless = (text: string): string => text.replaceAll(folder, '');
  const text = (name: string): string => placeless(readFileSync(join(folder, name), 'utf8'));
  const json = (name: string): unknown => JSON.parse(text(name));
  const report = json('run.json') as JSONReport;
  return {
    workers: workersOf(report),
    report: shown(report),
    stats: [report.stats.expected, report.stats.unexpected, report.stats.skipped, report.stats.flaky],
    junit: [...text('run.xml').matchAll(/<(testsuite|testcase|failure|skipped|error)\b[^>]*/g)].map(([tag]) =>
      tag.replaceAll(/(time|timestamp|hostname)="[^"]*"/g, ''),
    ),
    lastRun: json('reports/test-results/.last-run.json'),
    allure: readdirSync(join(folder, 'allure-results'))
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => json(`allure-results/${name}`) as { name: string; status: string; statusDetails: object })
      .map(({ name, status, statusDetails }) => `${name} ${status} ${JSON.stringify(statusDetails)}`)
      .sort(),
  };
};

/** The tests of the blob report, which is used to merge shards. */
const merged = (folder: string) => {
  const args = [playwrightCli, 'merge-reports', '--reporter=json', 'blobs'];
  const text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return shown(JSON.parse(text.replaceAll(folder, '')) as JSONReport);
};

const workersOf = ({ suites }: JSONReport, project = 'api'): number => {
  const text = JSON.stringify(suites.filter(({ file }) => file.startsWith(project)));
  return new Set([...text.matchAll(/"workerIndex":(\d+)/g)].map(([, index]) => index)).size;
};

test('every report is the same whether workers continue after a failed judgement or not', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const list = join(folder, 'known.json');
  writeFileSync(list, JSON.stringify([known]));
  let ofBlob: ReturnType<typeof shown> | undefined;
  const run = async (...args: string[]) => {
    let left: ReturnType<typeof leftIn> | undefined;
    const { code, tests } = await failingRun(address(), specs, {
      settings: { KNOWN_DEVIATIONS: list },
      args,
      reporters: reporters.map(([name, options]) => [name, options]),
      read: (at) => {
        left = leftIn(at);
        ofBlob ??= merged(at);
      },
    });
    assert.ok(left);
    const { workers, ...rest } = left;
    return { workers, all: { code, verdicts: [...tests].map(([title, { verdict }]) => [title, verdict]), ...rest } };
  };
  const kept = await run('--project=api', '--workers=1');
  // The limit is never reached, but makes Playwright count failures.
  const ordinary = await run('--project=api', '--workers=1', '--max-failures=1000');
  assert.deepEqual(kept.all, ordinary.all);
  assert.deepEqual(ofBlob, kept.all.report);
  assert.deepEqual([kept.workers, ordinary.workers], [2, 5], 'an exception always restarts the worker');
  const { code, stats, verdicts } = kept.all;
  assert.equal(code, 1);
  assert.deepEqual(stats, [1, 4, 1, 0]);
  assert.deepEqual(Object.fromEntries(verdicts as [string, string][]), {
    soft: 'fail',
    'not tested': 'not-tested',
    passes: 'pass',
    known: 'known',
    'an exception': 'harness',
    'after an exception': 'fail',
  });
});

test('a failing browser test keeps its screenshot, trace and worker', async () => {
  let report: JSONReport | undefined;
  const { tests } = await failingRun(address(), specs, {
    args: ['--project=browser', '--workers=1'],
    reporters: [['json', { outputFile: 'run.json' }]],
    read: (folder) => (report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as JSONReport),
  });
  assert.deepEqual(
    [...tests.values()].map(({ verdict }) => verdict),
    ['fail', 'pass', 'fail'],
  );
  assert.ok(report);
  const attached = shown(report).map(({ results }) => results.flatMap(({ attachments }) => attachments).sort());
  const evidence = ['error-context', 'screenshot', 'trace'];
  assert.deepEqual(attached, [evidence, [], evidence]);
  assert.equal(workersOf(report, 'browser'), 1);
});

test('--retries repeats failures, and -x stops at a failure', async () => {
  const args = ['--project=api', '--workers=1', '--retries=1', '-x'];
  const { code, tests } = await failingRun(address(), specs, { args });
  assert.equal(code, 1);
  const verdicts = [...tests.values()].map(({ verdict }) => verdict);
  assert.deepEqual(verdicts, ['fail', ...verdicts.slice(1).map(() => 'not-tested')]);
  assert.equal(tests.get('soft')?.attempts?.length, 2);
});

test('failures stay failures under other reporters', async () => {
  let report: JSONReport | undefined;
  await failingRun(address(), specs, {
    args: ['--project=api', '--reporter=json', '--grep', '· soft'],
    settings: { PLAYWRIGHT_JSON_OUTPUT_FILE: 'run.json' },
    read: (folder) => (report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as JSONReport),
  }).catch((error: unknown) => assert.match(String(error), /results\.json/, 'only our reporter writes it'));
  assert.equal(report?.stats.unexpected, 1);
});
