import { Bodies } from '../client/bodies.ts';
import { openApi } from '../client/open-api.ts';
import { readSettings } from '../settings/environment.ts';
import { Callbacks } from './callbacks.ts';
import { startReceiver } from './receiver/start-receiver.ts';

// The life of a callback from creation to deletion, without a test runner. It reads the settings of a run against a
// staging target from .env or the environment:
//
//   node --import tsx helpers/callbacks/example.ts

const settings = readSettings();
const { api, close } = openApi(settings);
// With a journal (journal/journal.ts) instead of undefined, `npm run cleanup` can clean up after a killed program.
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
