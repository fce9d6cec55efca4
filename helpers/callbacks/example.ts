import { Bodies } from '../client/bodies.ts';
import { openApi } from '../client/open-api.ts';
import { readSettings } from '../settings/environment.ts';
import { Callbacks } from './callbacks.ts';
import { startReceiver } from './receiver/start-receiver.ts';

// A callback from its creation to its deletion, without a test runner. The settings are those of a run against a
// staging, in .env or in the environment:
//
//   node --import tsx helpers/callbacks/example.ts

const settings = readSettings();
const { api, close } = openApi(settings);
// With a journal (journal/journal.ts) in place of undefined, `npm run cleanup` cleans up after a program that was killed.
const callbacks = new Callbacks(api, settings, undefined);
const receiver = await startReceiver(settings);
try {
  const url = receiver.address('orders');
  const id = await callbacks.updatable({ url, events: 'payment.created,payment.completed', is_active: true });

  await api.updateCallback(id, { description: 'orders of the shop' });
  const { description, is_active } = await callbacks.settings(id, { description: 'orders of the shop' });
  console.log(`description "${String(description)}", active: ${String(is_active)}`);

  const reply = await api.initiate(new Bodies(settings).mobileMoney('A'));
  const delivery = await receiver.next('orders', String(reply.field('transaction_id')));
  console.log(delivery ? `notified with ${delivery.method}, ${delivery.contentType}` : 'not notified');
} finally {
  receiver.stop();
  // Deletes what was created, and restores what was changed.
  await callbacks.cleanUp();
  await close();
}
