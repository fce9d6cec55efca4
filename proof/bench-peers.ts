import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from '@playwright/test';
import { Pool } from 'undici';
import { storiesIn, type RecordedRequest } from '../helpers/evidence/recorded-stories.ts';
import { findBrowser } from '../helpers/processes/find-browser.cjs';
import { launchOptionsOf } from '../helpers/processes/launch-options.ts';
import { sandboxAccount } from '../helpers/settings/sandbox-account.ts';

// What the suite is compared with: the same requests in the same order of dependence, without any judgement.

/** The stories of a recording, with the keys that were masked. */
export const storiesOf = (recording: string): RecordedRequest[][] =>
  storiesIn(recording).map((story) =>
    story.map((request) => {
      const text = JSON.stringify(request).replaceAll(/<([A-Z_]+)>/g, (placeholder, name: string) =>
        name in sandboxAccount ? sandboxAccount[name as keyof typeof sandboxAccount] : placeholder,
      );
      return JSON.parse(text) as RecordedRequest;
    }),
  );

/** Sends each request of a story once those are answered that it follows. */
export const replay = async (
  story: readonly RecordedRequest[],
  send: (request: RecordedRequest) => Promise<unknown>,
): Promise<void> => {
  const answers: Promise<unknown>[] = [];
  // Requests stand in the order of their answers, which may differ from that in which they were asked for.
  const answerTo = (index: number): Promise<unknown> => {
    const request = story[index];
    if (request === undefined) return Promise.resolve();
    return (answers[index] ??= Promise.all(request.after.map(answerTo)).then(() => send(request)));
  };
  await Promise.all([...story.keys()].map(answerTo));
};

/** All stories by undici alone, as many requests at once as the suite may send. */
export const bareRequests = async (address: string, stories: readonly RecordedRequest[][]): Promise<void> => {
  const pool = new Pool(address, { connections: 32 });
  const send = async ({ method, url, requestHeaders: headers, requestBody }: RecordedRequest): Promise<void> => {
    const { pathname, search } = new URL(url);
    const { body } = await pool.request({ method, path: pathname + search, headers, body: requestBody ?? null });
    await body.text();
  };
  await Promise.all(stories.map((story) => replay(story, send)));
  await pool.close();
};

/** A spec with a test for each story, by Playwright's own client. */
export const plainSpec = (address: string, recording: string, from: string): string =>
  `import { expect, test } from '@playwright/test';
import { replay, storiesOf } from ${JSON.stringify(from)};
for (const [index, story] of storiesOf(${JSON.stringify(recording)}).entries()) {
  test(\`story \${index}\`, ({ request }) =>
    replay(story, async ({ method, url, requestHeaders: headers, requestBody: data }) => {
      const { pathname, search } = new URL(url);
      const reply = await request.fetch(${JSON.stringify(address)} + pathname + search, { method, headers, data: data && Buffer.from(data), maxRedirects: 0 });
      expect(reply.status()).toBeGreaterThan(0);
      expect(await reply.text()).toBeDefined();
    }));
}
`;

/** As many payments by Playwright's browser alone, each in a context of its own, two at a time. */
export const barePayments = async (address: string, payments: number): Promise<void> => {
  const merchant = createServer((_request, response) => response.end('Back at the merchant'));
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  const success_url = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}/success`;
  const browser = await chromium.launch(launchOptionsOf(findBrowser()?.path));
  let left = payments;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await pay(browser, `${address}/v1/transactions`, success_url);
    }
  };
  await Promise.all([worker(), worker()]);
  await browser.close();
  merchant.closeAllConnections();
  merchant.close();
};

const pay = async (browser: Browser, endpoint: string, success_url: string): Promise<void> => {
  const reply = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxAccount.SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 1000, email: 'customer@example.com', currency: 'XTS', success_url }),
  });
  const { hosted_url: page_url } = (await reply.json()) as { hosted_url: string };
  const page = await browser.newPage();
  await page.goto(page_url);
  await page.getByLabel('Mobile money operator').selectOption('Operator A');
  await page.getByLabel('Mobile money number').fill(sandboxAccount.MOBILE_MONEY_NUMBER);
  await page.getByLabel('Payment succeeds').check();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL((url) => url.href.startsWith(success_url));
  await page.close();
};
