import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { outcomeOfUpdate } from '../../helpers/callbacks/outcome-of-update.ts';
import { isToldOfPayments } from '../../helpers/callbacks/receiver/told.ts';
import { shownEvents } from '../../interface/messages/callback.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { rule } from '../../interface/rules/rule.ts';

// Values of updated fields: ordinary ones are kept, unusual ones are kept or refused, and types do not change. Also the
// fields that only deliveries change.

test.describe.configure({ mode: 'parallel', lock: callbackLock });

const survives = [
  ['callback-update.url', 'url', 'https://merchant.example/hooks/New-One'],
  ['callback-update.url', 'url', 'https://merchant.example/hooks/new?with=query&and=more'],
  ['callback-update.description', 'description', 'a new description'],
  ['callback-update.description', 'description', 'naïve café, two words; 100 %'],
] as const;

for (const [id, field, value] of survives) {
  test(...rule(id, value), async ({ api, callbacks }) => {
    const callback = await callbacks.anyUpdatable();
    const { sent } = callbacks.placed({ sent: value });
    await api.updateCallback(callback, { [field]: sent });
    expect(await callbacks.shown(callback, { [field]: sent })).toHaveField(field, shapes.exactly(sent));
  });
}

const unusual = [
  ['url with a port', 'url', (base: string) => withPort(base, '8443')],
  ['url with a fragment', 'url', (base: string) => `${base}fragment?with=query#part`],
  ['url with escapes', 'url', (base: string) => `${base}a%20b?name=%C3%A9%26`],
  ['url with an escaped slash', 'url', (base: string) => `${base}a%2Fb`],
  ['url with plus signs', 'url', (base: string) => `${base}a+b?name=c+d`],
  ['url with one parameter twice', 'url', (base: string) => `${base}hook?tag=a&tag=b`],
  ['url with an empty parameter', 'url', (base: string) => `${base}hook?a=&b=1`],
  ['url of http with a port', 'url', (base: string) => withPort(base.replace(/^https:/, 'http:'), '8080')],
  ['url of 300 characters', 'url', (base: string) => base.padEnd(300, 'long/')],
  ['url of 600 characters', 'url', (base: string) => base.padEnd(600, 'long/')],
  ['description of 88 characters', 'description', () => `${'a long '.repeat(12)}text`],
  ['description of 354 characters', 'description', () => `${'a long '.repeat(50)}text`],
  ['description of 604 characters', 'description', () => `${'a long '.repeat(86)}te`],
  ['description "true"', 'description', () => 'true'],
  ['description "null"', 'description', () => 'null'],
  ['description of digits', 'description', () => '0042'],
  ['description with plus signs', 'description', () => 'orders+returns, 1 + 1'],
  ['description with a backslash', 'description', () => String.raw`C:\new\table`],
  ['description with quotes', 'description', () => `the merchant's "own" orders`],
  ['description with a percent escape', 'description', () => 'orders%20and%41'],
  ['description with two blanks', 'description', () => 'orders  and returns'],
  ['description with an ampersand', 'description', () => 'orders & returns, R&D'],
  ['description beyond ASCII', 'description', () => 'оплачено 付款 🙂'],
] as const;

for (const [variant, field, make] of unusual) {
  test(...rule('callback-update.unusual-text', variant), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    const { base } = callbacks.placed({ base: 'https://merchant.example/hooks/' });
    const outcome = await outcomeOfUpdate(api, callbacks, id, { [field]: make(base) });
    expect(['kept as sent', 'refused without a change']).toContain(outcome);
  });
}

for (const value of [true, false, 'maybe', 'false', 0, null, {}]) {
  test(...rule('callback-update.is-active-boolean', JSON.stringify(value)), async ({ api, callbacks }) => {
    const id = await callbacks.anyUpdatable();
    await api.updateCallback(id, { is_active: value });
    expect(await callbacks.shown(id)).toHaveField('is_active', shapes.flag);
  });
}

// A service may treat null as a request to remove the text, so null is among the open questions.
for (const field of ['url', 'description'] as const) {
  for (const value of ['https://merchant.example/hooks/changed?by=suite', { no: 'text' }, ['no', 'text'], 42, true]) {
    test(
      ...rule('callback-update.text-stays-text', `${field} ${JSON.stringify(value)}`),
      async ({ api, callbacks }) => {
        const id = await callbacks.anyUpdatable();
        await api.updateCallback(id, callbacks.placed({ [field]: value }));
        expect(await callbacks.shown(id)).toHaveField(field, shapes.anyText);
      },
    );
  }
}

// The url is left out, since a service may check a new one with a delivery. Inactive callbacks get no deliveries.
for (const [field, from, to] of [
  ['description', { is_active: false, description: 'before' }, { description: 'afterwards' }],
  ['events', { is_active: false, events: 'payout.created' }, { events: 'payout.updated' }],
  ['is_active', { is_active: true, events: 'payout.created' }, { is_active: false }],
] as const) {
  test(...rule('callback-update.leaves-rest', `${field}, of what deliveries move`), async ({ api, callbacks }) => {
    const id = await callbacks.updatable();
    // An earlier delivery may still be pending, so the test repeats until none interferes.
    const leavesDeliveries = async () => {
      await api.updateCallback(id, from);
      const before = movedByDeliveries(await callbacks.shown(id, from));
      await api.updateCallback(id, to);
      return movedByDeliveries(await callbacks.shown(id, to)) === before;
    };
    const message = 'expect(failure_count and last_triggered) to stay as they were';
    await expect.poll(leavesDeliveries, { message }).toBe(true);
  });
}

test(
  ...rule('callback-update.keeps-date-created', 'of a callback that was told', 'webhooks'),
  async ({ api, callbacks, receiver, pay }) => {
    const events = shownEvents.join(',');
    const id = await callbacks.updatable({ url: receiver.address('active'), events, is_active: true });
    const before = (await callbacks.shown(id))?.date_created;
    await isToldOfPayments(pay, 'active', receiver);
    await api.updateCallback(id, { is_active: false });
    expect((await callbacks.shown(id, { is_active: false }))?.date_created).toBe(before);
  },
);

const movedByDeliveries = ({ failure_count, last_triggered }: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify([failure_count, last_triggered]);

const withPort = (address: string, port: string): string => {
  const url = new URL(address);
  url.port = port;
  return url.href;
};
