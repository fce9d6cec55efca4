import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import { nameRunFolder } from '../../../helpers/client/network/run-folder.ts';
import { parseSettings } from '../../../helpers/settings/settings.ts';
import { sandboxAsStaging } from '../../../helpers/settings/sandbox-account.ts';
import { asking, walletList } from '../../../helpers/shared/stimuli.ts';
import AskOnce from '../answers.ts';

test('as many requests are sent ahead at the same time as the settings say', async () => {
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
