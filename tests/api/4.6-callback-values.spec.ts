import { covers, expect, test } from '../../fixtures/index.ts';
import { sharedCallbacks } from '../../fixtures/callbacks.ts';
import { callbackTexts } from '../../helpers/values/forms.ts';
import { callbackOf, settableFields, type SettableField } from '../../interface/messages/callback.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { eventNames, shapes } from '../../interface/messages/shapes.ts';

// Values of updated fields (4.6): ordinary ones are kept, unusual ones are kept or refused, and types do not change.

test.describe.configure(sharedCallbacks);

type Settings = Record<SettableField, unknown>;

const withCharset = { contentType: 'application/json;charset=UTF-8' };

const ordinary = [
  ['callback-update.url', 'url', 'https://merchant.example/hooks/New-One', {}],
  ['callback-update.url', 'url', 'https://merchant.example/hooks/new?with=query&and=more', {}],
  ['callback-update.description', 'description', 'a new description', {}],
  ['callback-update.description', 'description', 'naïve café, two words; 100 %', {}],
  ['callback-update.description', 'description', 'naïve café, with a charset', withCharset],
] as const;

test(
  'ordinary texts survive a fetch',
  covers('callback-update.url', 'callback-update.description', 'callback-update.accepted', 'json.answers'),
  async ({ api, callbacks, check }) => {
    await callbacks.forEach(ordinary, async ([rule, field, value, options], id) => {
      const sent = callbacks.placed({ [field]: value }, id);
      const reply = await api.updateCallback(id, sent, options);
      const callback = callbackOf(await callbacks.fetched(id, sent, 2));
      await check(rule, value, () => expect(callback).toHaveField(field, shapes.exactly(sent[field] ?? '')));
      await check('callback-update.accepted', value, () => expect(reply).toBeAccepted());
      await check('json.answers', value, () => expect(reply).toBeJson());
    });
  },
);

// The interface shows no bounds of a text.
const unusual = [
  ['url with a port', 'url', (base: string) => withPort(base, '8443')],
  ['url with a fragment', 'url', (base: string) => `${base}fragment?with=query#part`],
  ['url with escapes', 'url', (base: string) => `${base}a%20b;v=1,2:~@!?name=%C3%A9%26&to=https://a.example/?b=c`],
  ['url with an escaped slash, and one at its end', 'url', (base: string) => `${base}a%2Fb/`],
  ['url with plus signs', 'url', (base: string) => `${base}a+b?name=c+d`],
  ['url with one parameter twice', 'url', (base: string) => `${base}hook?tag=a&tag=b`],
  ['url with an empty parameter', 'url', (base: string) => `${base}hook?a=&b=1`],
  ['url of http with a port', 'url', (base: string) => withPort(base.replace(/^https:/, 'http:'), '8080')],
  ['url of 300 characters', 'url', (base: string) => base.padEnd(300, 'long/')],
  ['url of 600 characters', 'url', (base: string) => base.padEnd(600, 'long/')],
  ['description of 88 characters', 'description', () => `${'a long '.repeat(12)}text`],
  ['description of 354 characters', 'description', () => `${'a long '.repeat(50)}text`],
  ['description of 604 characters', 'description', () => `${'a long '.repeat(86)}te`],
  ['description of a zero', 'description', () => '0'],
  ['description "null"', 'description', () => 'null'],
  ['description of digits', 'description', () => '0042'],
  ['description with plus signs', 'description', () => '+ orders+returns, 1 + 1'],
  ['description with a backslash', 'description', () => 'C:\\new\\table\\'],
  ['description with quotes', 'description', () => `the merchant's "own" orders`],
  ['description with a percent escape', 'description', () => 'orders%20and%41'],
  ['description with two blanks', 'description', () => 'orders  and returns'],
  ['description of two lines', 'description', () => 'orders\nand returns'],
  ['description with an ampersand', 'description', () => 'orders & returns, R&D #1 {{shop}} [a] = $1 $& @~^| %s “c” –'],
  ['description with markup', 'description', () => 'orders and <b>returns</b>'],
  ['description beyond ASCII', 'description', () => 'оплачено 付款 🙂 ß İ ٣ €\u00a07 \u{1f468}\u200d\u{1f467} ❤️'],
] as const;

test(
  'unusual texts are kept as sent, or refused without a change',
  covers('callback-update.unusual-text'),
  async ({ api, callbacks, check }) => {
    const known = new Map<string, Settings>();
    await callbacks.forEach(unusual, async ([name, field, make], id) => {
      const before = known.get(id) ?? (await callbacks.settings(id));
      const { base } = callbacks.placed({ base: 'https://merchant.example/hooks/' }, id);
      // Another field behind it: whatever is accepted is stored whole.
      const change = { [field]: make(base), is_active: before.is_active !== true };
      const reply = await api.updateCallback(id, change);
      const expected = settingsAfter(reply, before, change);
      const settings = await callbacks.settings(id, expected);
      known.set(id, settings);
      await check('callback-update.unusual-text', name, () => {
        expect(reply.status, 'the HTTP status').toBeLessThan(500);
        expect(settings).toEqual(expected);
      });
    });
  },
);

// A service may refuse what it does not know; whoever stores all that is sent would let a merchant write what it counts.
test(
  'an update of what the service itself sets',
  covers('callback-update.keeps-id', 'callback-update.keeps-date-created', 'callback-update.leaves-rest'),
  async ({ api, callbacks, check }) => {
    const id = await callbacks.toUpdate();
    const before = callbackOf(await callbacks.fetched(id));
    const sent = { description: 'with further fields', is_active: false };
    const own = { id: 'no-such-callback-0002', date_created: '2001-02-03T04:05:06.000Z', failure_count: 1_000 };
    const { status } = await api.updateCallback(id, { ...sent, ...own });
    const callback = callbackOf(await callbacks.fetched(id, status === 200 ? sent : {}));
    for (const [rule, field, shape] of [
      ['callback-update.keeps-id', 'id', shapes.exactly(id)],
      ['callback-update.keeps-date-created', 'date_created', shapes.same(before?.date_created)],
      ['callback-update.leaves-rest', 'failure_count', shapes.not(own.failure_count)],
    ] as const)
      await check(rule, `${field}, sent by the merchant`, () => expect(callback).toHaveField(field, shape));
  },
);

test(
  'is_active turns a callback off and on',
  covers('callback-update.deactivates', 'callback-update.reactivates', 'callback-update.accepted'),
  async ({ api, callbacks, check }) => {
    const rules = [
      ['callback-update.deactivates', false],
      ['callback-update.reactivates', true],
    ] as const;
    await callbacks.forEach(rules, async ([rule, is_active], id) => {
      for (const [name, change] of [
        ['alone', { is_active }],
        ['with another field', { description: 'switched', is_active }],
      ] as const) {
        await api.updateCallback(id, { is_active: !is_active });
        await api.updateCallback(id, change);
        const first = callbackOf(await callbacks.fetched(id, { is_active }));
        await check(rule, name, () => expect(first).toHaveField('is_active', shapes.exactly(is_active)));
        const again = await api.updateCallback(id, change);
        await check('callback-update.accepted', `is_active ${is_active}, ${name}, again`, () =>
          expect(again).toBeAccepted(),
        );
        const second = callbackOf(await callbacks.fetched(id, { is_active }));
        await check(rule, `${name}, and stays so when it is sent again`, () =>
          expect(second).toHaveField('is_active', shapes.exactly(is_active)),
        );
      }
    });
  },
);

const otherTypes = {
  is_active: [true, false, 'maybe', 'false', 0, null, {}],
  // A service may treat null as a request to remove the text, so it is among the open questions.
  url: ['https://merchant.example/hooks/text', { no: 'text' }, ['no', 'text'], 42, true],
  description: ['https://merchant.example/hooks/text', { no: 'text' }, ['no', 'text'], 42, true],
};

test(
  'types of fields stay, whatever an update sends',
  covers('callback-update.is-active-boolean', 'callback-update.text-stays-text'),
  async ({ api, callbacks, check }) => {
    const cases = Object.entries(otherTypes).flatMap(([field, values]) =>
      values.map((value) => [field as keyof typeof otherTypes, value] as const),
    );
    await callbacks.forEach(cases, async ([field, value], id) => {
      await api.updateCallback(id, callbacks.placed({ [field]: value }, id));
      const callback = callbackOf(await callbacks.fetched(id));
      const [rule, name, shape] =
        field === 'is_active'
          ? (['callback-update.is-active-boolean', JSON.stringify(value), shapes.flag] as const)
          : (['callback-update.text-stays-text', `${field} ${JSON.stringify(value)}`, shapes.anyText] as const);
      await check(rule, name, () => expect(callback).toHaveField(field, shape));
    });
  },
);

test(
  'an empty text leaves the other fields',
  covers(
    'callback-update.text-emptied',
    'callback-update.leaves-rest',
    'callback-update.answered-id',
    'callback-update.message',
  ),
  async ({ api, callbacks, judge, check, observe }) => {
    const id = await callbacks.toUpdate();
    const before = callbacks.placed({ ...callbackTexts('filled', 0), events: 'payout.created', is_active: true });
    await judge(await api.updateCallback(id, before), 'texts that are not empty');
    await callbacks.settings(id, before);
    for (const [field, others] of [
      ['description', ['url', 'events', 'is_active']],
      // Where nobody can be told, a service may deactivate the callback.
      ['url', ['events']],
    ] as const) {
      const reply = await api.updateCallback(id, { [field]: '' });
      await judge(reply, `an empty ${field}`);
      const expected = Object.fromEntries(others.map((name) => [name, before[name]]));
      const callback = callbackOf(await callbacks.fetched(id, expected));
      for (const name of others) {
        const shown = name === 'events' ? eventNames(callback?.events).join() : callback?.[name];
        await check('callback-update.leaves-rest', `${name}, an empty ${field}`, () =>
          expect(shown).toEqual(before[name]),
        );
      }
      const after = callback?.[field];
      const other = after === before[field] ? 'as before' : describeShape(after);
      const kept = after === '' ? 'empty' : other;
      await observe('callback-update.text-emptied', field, `HTTP ${reply.status}, then ${kept}`);
    }
  },
);

test(
  'what the interface leaves open about an update',
  covers(
    'callback-update.ill-typed',
    'callback-update.list-of-events',
    'callback-update.odd-events',
    'callback-update.null-text',
    'callback-update.without-id',
    'callback-update.unknown-id',
    'error.no-server-fault',
    'error.never-success',
  ),
  async ({ api, callbacks, judge, observe }) => {
    const id = await callbacks.toUpdate();
    for (const field of settableFields) {
      const reply = await api.updateCallback(id, { [field]: { no: 'type' } });
      await judge(reply, `${field} that is an object`);
      await observe('callback-update.ill-typed', field, summarizeReply(reply));
    }
    const list = await api.updateCallback(id, { events: ['payment.created'] });
    await observe('callback-update.list-of-events', 'a list of one', summarizeReply(list));
    for (const [name, events] of [
      ['unknown name', 'parcel.lost'],
      ['space after comma', 'payment.created, payment.failed'],
      ['empty', ''],
    ] as const) {
      const reply = await api.updateCallback(id, { events });
      await observe('callback-update.odd-events', name, summarizeReply(reply));
    }
    for (const field of ['url', 'description'] as const) {
      const { status } = await api.updateCallback(id, { [field]: null });
      const callback = callbackOf(await api.fetchCallback(id));
      await observe('callback-update.null-text', field, `HTTP ${status}, then ${describeShape(callback?.[field])}`);
    }
    const without = await api.probe('PUT', '/v1/callback/update/', {});
    await observe('callback-update.without-id', 'no id', summarizeReply(without));
    const unknown = await api.updateCallback('no-such-callback-0000', { description: 'nobody' });
    await judge(unknown, 'an update of another id');
    await observe('callback-update.unknown-id', 'another id', summarizeReply(unknown));
  },
);

const settingsAfter = (reply: Reply, before: Settings, change: Partial<Settings>): Settings =>
  reply.status >= 400 || reply.field('result') === 'error' ? before : { ...before, ...change };

const withPort = (address: string, port: string): string => {
  const url = new URL(address);
  url.port = port;
  return url.href;
};
