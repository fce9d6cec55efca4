import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { failingRun } from './tests/failing-run.ts';
import type { Verdict } from '../../harness/results/judgement/verdict.ts';

// Real runs against a service whose answers contain error messages of the suite and its tools.

const misleadingTexts = [
  'net::ERR_CONNECTION_RESET',
  'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1/',
  'NotTested: set CALLBACK_ID',
  'EnvironmentFault: the target is gone',
  'Error: expect(reply).toBeAccepted()',
  'Test timeout of 90000ms exceeded.',
  'TypeError: Cannot read properties of undefined',
  'Target page, context or browser has been closed',
  'worker process exited unexpectedly (code=1, signal=null)',
  'Kind: environment [cause]: Kind: not-tested',
];

/** Answers every request with HTTP 200 and all of the texts, beginning with the one whose index the request names. */
const serviceOfWords = async (t: TestContext): Promise<string> => {
  const server = createServer((request, response) => {
    const first = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('currency') ?? 0);
    const message = [misleadingTexts[first], ...misleadingTexts].join('; ');
    const body = {
      result: 'error',
      message,
      name: 'EnvironmentFault',
      kind: 'refused',
      cause: { name: 'Kind', message },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('verdicts depend on the kind of an error, not on its text', async (t) => {
  // Without retries, since a second attempt would hide the verdict of the first one.
  const { code, tests, output } = await failingRun(
    await serviceOfWords(t),
    {
      'api/4.3-words.spec.ts': `
        for (const number of ${JSON.stringify(misleadingTexts.map((_, index) => index))}) {
          test(...rule('hosted.accepted', 'words ' + number), async ({ api }) => {
            expect(await api.wallets({ currency: String(number) })).toRefuse();
          });
        }
        test(...rule('hosted.accepted', 'one of Playwright'), async ({ api }) => {
          expect((await api.wallets()).field('message')).toBe('paid');
        });
        test(...rule('hosted.accepted', 'with a message of its own'), async ({ api }) => {
          expect(1, String((await api.wallets({ currency: '2' })).field('message'))).toBe(2);
        });
        test(...rule('hosted.accepted', 'soft'), async ({ api }) => {
          expect.soft(await api.wallets()).toRefuse();
        });
        test(...rule('hosted.accepted', 'polled'), async ({ api }) => {
          await expect.poll(async () => (await api.wallets()).field('message'), { timeout: 200 }).toBe('paid');
        });
        test(...rule('hosted.accepted', 'repeated'), async ({ api }) => {
          await expect(async () => expect(await api.wallets()).toRefuse()).toPass({ timeout: 200 });
        });
        test(...rule('hosted.accepted', 'of a promise'), async ({ api }) => {
          await expect(api.wallets()).resolves.toBe('paid');
        });
        test(...rule('hosted.accepted', 'of a payment page'), async ({ api }) => {
          throw new PageFault('a page', String((await api.wallets()).field('message')));
        });
        test.describe(() => {
          test.afterEach(async ({ api }) => expect(await api.wallets()).toRefuse());
          test(...rule('hosted.accepted', 'afterwards'), () => {});
        });
      `,
      'api/4.3-kinds.spec.ts': `
      const said = ${JSON.stringify(`Error: expect(reply).toBe() ${misleadingTexts.join(' ')}`)};
      const failing = (error) => test.extend({
        before: async ({}, use) => { throw error; },
        after: async ({}, use) => { await use(undefined); throw error; },
      });
      const lacking = failing(new NotTested(said));
      const astray = failing(new EnvironmentFault(said));
      lacking(...rule('hosted.accepted', 'not tested: before'), ({ before }) => {});
      lacking(...rule('hosted.accepted', 'not tested: after'), ({ after }) => {});
      astray(...rule('hosted.accepted', 'environment: before'), ({ before }) => {});
      astray(...rule('hosted.accepted', 'environment: after'), ({ after }) => {});
      test(...rule('hosted.accepted', 'not tested: in the test'), () => { throw new NotTested(said); });
      test(...rule('hosted.accepted', 'environment: in the test'), () => { throw new EnvironmentFault(said); });
      test(...rule('hosted.accepted', 'environment: while polled'), async () => {
        await expect.poll(() => { throw new EnvironmentFault(said); }, { timeout: 200 }).toBe(1);
      });
      test(...rule('hosted.accepted', 'harness: an exception'), () => { throw new TypeError(said); });
      test(...rule('hosted.accepted', 'harness: no exception'), () => { throw said; });
      test(...rule('hosted.accepted', 'harness: in a matcher'), () => { expect(undefined).toBeAccepted(); });
      test(...rule('hosted.accepted', 'harness: out of time'), async () => {
        test.setTimeout(500);
        await new Promise(() => {});
      });
      test(...rule('hosted.accepted', 'harness: the worker ends'), () => process.exit(9));
      test(...rule('txn.unknown-fields', 'harness: an assertion where the interface is open'), () => expect(1).toBe(2));
      test(...rule('txn.unknown-fields', 'not tested: a payment page'), () => { throw new PageFault('x', said); });
    `,
      'browser/4.1-kinds.spec.ts': `
      test(...rule('page.opens', 'harness: the page is closed'), async ({ page }) => {
        await page.close();
        await page.locator('h1').click({ timeout: 1000 });
      });
      test(...rule('page.opens', 'fail: a text of the page'), async ({ page }) => {
        await page.setContent('<h1>net::ERR_CONNECTION_RESET</h1>');
        await expect(page.locator('h1')).toHaveText('Checkout', { timeout: 300 });
      });
      const paid = ({ page, merchant, checkoutPage }) =>
        new Payment({ page, merchant, open: checkoutPage(merchant), patienceMs: 3000 }, { where: page, sent: {} });
      test(...rule('page.opens', 'environment: the page was closed'), async ({ page, merchant, checkoutPage }) => {
        const payment = paid({ page, merchant, checkoutPage });
        await page.close();
        await expect(payment).toRefusePayment();
      });
      test(...rule('page.opens', 'environment: the page crashed'), async ({ page, merchant, checkoutPage }) => {
        const payment = paid({ page, merchant, checkoutPage });
        await page.goto('chrome://crash').catch(() => {});
        await payment.isOver();
        payment.requirePage();
      });
    `,
    },
    // Most of these tests end their worker, so more workers would only be started in vain.
    { settings: { CONFORMANCE_PROFILE: 'signoff' }, args: ['--workers=2'] },
  );
  const [judgements, others] = [misleadingTexts.length + 8, 18];
  assert.equal(tests.size, judgements + others, output);
  const found = [...tests].map(([title, { verdict, error }]) => ({ title, verdict, error }));
  const isOther = ({ title }: { title: string }) => /^(?:harness|environment|fail|not tested): /.test(title);
  assert.equal(found.filter(isOther).length, others);
  for (const one of found) {
    const expected = isOther(one) ? (one.title.split(':', 1)[0]?.replace(' ', '-') as Verdict) : 'fail';
    assert.equal(one.verdict, expected, `${one.title}: ${one.error}`);
  }
  assert.equal(code, 1, output);
});
