import { Bodies } from '../client/bodies.ts';
import { openApi } from '../client/open-api.ts';
import { readSettings } from '../settings/environment.ts';
import { Balances } from './balances.ts';
import { Wallets } from './wallets.ts';

// The effect of a payment on the wallets, without a test runner. It reads the settings of a run against a staging
// target from .env or the environment:
//
//   node --import tsx helpers/wallets/example.ts

const settings = readSettings();
const { api, close } = openApi(settings);
try {
  const wallets = new Wallets(api);
  const before = await wallets.snapshot();
  await api.initiate(new Bodies(settings).mobileMoney('A'));
  const { added, removed, moved } = wallets.compare(before, await wallets.snapshot());
  console.log(`${before.size} wallets, ${added.length} added, ${removed.length} removed`);
  for (const { walletId, before: from, after: to } of moved) console.log(`${walletId}: from ${from} to ${to}`);

  const [plural, singular] = await new Balances(api, settings.currency).onBothPaths(settings.currency);
  console.log(`the balance in ${settings.currency}: HTTP ${plural?.status}, on the singular path ${singular?.status}`);
} finally {
  await close();
}
