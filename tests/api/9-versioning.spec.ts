import { covers, expect, needs, smoke, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';

// The version is part of every path (9).

test.describe.configure(sharedCallbacks);

test('initiations', smoke(covers('version.path', 'version.elsewhere')), async ({ api, bodies, check, observe }) => {
  const reply = await api.initiate(bodies.hostedPage());
  await check('version.path', 'POST /v1/transactions', () => expect(reply).toBeAccepted());
  const elsewhere = await api.probe('POST', '/transactions', bodies.hostedPage());
  await observe('version.elsewhere', 'POST /transactions', summarizeReply(elsewhere));
});

test('checkouts', needs('checkout', covers('version.path')), async ({ api, bodies, check }) => {
  const reply = await api.checkout(bodies.checkout());
  await check('version.path', 'POST /v1/checkout', () => expect(reply).toBeAccepted());
});

test('the wallet list', needs('wallets', covers('version.path')), async ({ api, check }) => {
  const reply = await api.wallets();
  await check('version.path', 'GET /v1/wallets/list', () => expect(reply).toBeAccepted());
});

test('balances', needs('balance', covers('version.path')), async ({ balances, check }) => {
  const replies = await balances.onBothPaths();
  await check('version.path', 'GET /v1/wallets/balance', () => expect(replies).toAnswerBalances());
});

test('callbacks', needs('callbacks', covers('version.path')), async ({ api, callbacks, check }) => {
  const fetched = await callbacks.fetched(await callbacks.toFetch());
  await check('version.path', 'GET /v1/callback/fetch', () => expect(fetched).toBeAccepted());
  const updated = await api.updateCallback(await callbacks.toUpdate(), { description: 'under its version' });
  await check('version.path', 'PUT /v1/callback/update', () => expect(updated).toBeAccepted());
});

test('deletions', needs('callback-deletion', covers('version.path')), async ({ api, callbacks, check }) => {
  const reply = await api.deleteCallback(await callbacks.toDelete());
  await check('version.path', 'DELETE /v1/callback/delete', () => expect(reply).toBeAccepted());
});
