import * as fc from 'fast-check';
import { shownEvents } from '../../interface/messages/callback.ts';
import { operators, type Body, type Operator } from '../../interface/messages/requests.ts';
import { Bodies } from '../client/bodies.ts';
import { replaceableReference } from '../client/references.ts';
import { forbiddenFields } from '../settings/safety/payment-limits.ts';
import type { Settings } from '../settings/settings.ts';

// Requests as the interface describes them, and almost so. They are only generated here; the interface judges answers.

/** Like fast-check's unit `binary`, which takes a second to initialize in each process. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const pathCharacter = fc.oneof(fc.constantFrom(..."aZ09-._~!$&'()*+,;=:@/"), anyCharacter.map(encodeURIComponent));

/** Harmless texts that break incorrect parsers, database columns and pages. */
const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('😀𝒳 漢字', '\u202etext', 'ı İ ß', 'e\u0301', 'a\u0000b', '\ud800', 'line\r\nline', '\u007f'),
  fc.constantFrom("'; -- '", "o'clock", '"quoted"', '<b>bold</b>', '\\', '%s%n', '%00', '{{1}}', 'null', '1e309', ' '),
  fc.integer({ min: 301, max: 5000 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
);
/** Replacements of a field's value: none, a value of another type, or an unusual text. */
const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, false, 0, -1, 12_345, '', {}, [], { value: 'text' }, ['text', 1]),
  hostileText,
);

/** Deeper than most parsers look. */
export const deepStructure = JSON.parse(`${'{"value":['.repeat(50)}"text"${']}'.repeat(50)}`) as unknown;

/** A reference that no other request has, even if the seed is used again. */
const freshReference: fc.Arbitrary<unknown> = fc.constant(0).map(() => replaceableReference());

/** Unsuitable and unusual values of the fields of 2.1 and 2.5. Amounts are within bounds. */
const unusualValues = ({ amount, maxAmount, merchantExample, mobileMoneyNumber: number }: Settings) => {
  const unusual: Readonly<Record<string, readonly unknown[]>> = {
    amount: ['one thousand', String(amount), `${amount}.50`, 0, -100, 10.5, -(2 ** 53)],
    email: ['customer', 'customer@@example.com'],
    currency: ['QQQ', 'constructor', 'xts', 'No Currency'],
    success_url: ['not a url', '/paid', 'merchant-app://paid', 'https://'],
    failure_url: ['not a url', 'unpaid', '//merchant.example', 'data:,unpaid'],
    payment_method_type: ['card', 'mobile_money', 'Mobile_Money'],
    payment_method_code: ['no-such-operator', 'constructor'],
    mobile_money_number: [number, `9${number.slice(1)}`, `9${number}`, `+${number}`, 'no number'],
    requested_response: ['success', 'failed', 'maybe', 'SUCCESSFUL', 'Failed'],
    publishable_key: ['no-such-key-0000', 'pk'],
  };
  const path = fc.string({ unit: pathCharacter, maxLength: 12 });
  const valid: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    amount: fc.integer({ min: 1, max: maxAmount }),
    transaction_reference: fc.oneof(fc.string({ unit: 'grapheme-ascii', maxLength: 40 }), freshReference),
    success_url: path.map((one) => `${merchantExample}/${one}`),
  };
  return (field: string): fc.Arbitrary<unknown> =>
    fc.oneof(valid[field] ?? anythingElse, fc.constantFrom(...(unusual[field] ?? ['value'])), anythingElse);
};

/** The bodies with any of the optional fields of every payment, and up to two fields changed; undefined leaves one out. */
const changed = (base: fc.Arbitrary<Body>, fields: readonly string[], settings: Settings): fc.Arbitrary<Body> => {
  const { success_url, failure_url } = new Bodies(settings).optional();
  const urls = { success_url: fc.constant(success_url), failure_url: fc.constant(failure_url) };
  const optional = fc.record({ transaction_reference: freshReference, ...urls }, { requiredKeys: [] });
  const valueOf = unusualValues(settings);
  const common = ['amount', 'currency', 'transaction_reference', 'success_url', 'failure_url', 'any_other'];
  const change = fc.constantFrom(...fields, ...common).chain((field) => fc.record({ [field]: valueOf(field) }));
  return fc
    .tuple(base, optional, fc.array(change, { maxLength: 2 }))
    .map(([body, some, changes]) => affordable(Object.assign({}, body, some, ...changes), settings));
};

/** Bodies of an initiation (2.1): valid, or with one or two changes. */
export const initiationBodies = (
  settings: Settings,
  flows: readonly ('hosted page' | Operator)[] = ['hosted page', ...operators],
): fc.Arbitrary<Body> => {
  const bodies = new Bodies(settings);
  const base = fc.constantFrom(...flows).chain((flow): fc.Arbitrary<Body> => {
    if (flow === 'hosted page') return fc.constant(bodies.hostedPage());
    const responses = flow === 'A' ? ['success', 'failed'] : [undefined, 'success', 'failed'];
    return fc.constantFrom(...responses).map((requested_response) => bodies.mobileMoney(flow, { requested_response }));
  });
  const methodFields = ['payment_method_type', 'payment_method_code', 'mobile_money_number', 'requested_response'];
  return changed(base, ['email', ...methodFields], settings);
};

/** Bodies of a JSON checkout (2.5) with their key: valid, or with one or two changes. */
export const checkoutBodies = (settings: Settings): fc.Arbitrary<Body> => {
  const { publishableKey: publishable_key, amount } = settings;
  const base = new Bodies(settings).checkout({ publishable_key });
  return changed(fc.constantFrom(base, { ...base, amount }), ['publishable_key'], settings);
};

/** The same body, with too large amounts and other phone numbers replaced by those of the settings. */
const affordable = (body: Body, settings: Settings): Body => {
  const ordinary: Body = { amount: settings.amount, mobile_money_number: settings.mobileMoneyNumber };
  const forbidden = forbiddenFields(body, settings).map((name) => [name, ordinary[name]]);
  return { ...body, ...Object.fromEntries(forbidden) };
};

/** Queries of the wallet list (4.3): days of the last week, limits, and unusual values. */
export const walletQueries = (today = new Date()): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const dayBefore = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  // Whether a text fits in an address: no lone surrogates, and not too long for servers.
  const text = hostileText.filter((one) => !/\p{Cs}/u.test(one) && one.length < 1000);
  const otherDays = fc.constantFrom('yesterday', 'soon', '2024-02-31', '01/02/2024', '20240201', '2024-2-1', '');
  const otherLimits = fc.constantFrom('0', '-1', '1.5', 'many', '', '1000000', '9'.repeat(30));
  const days = fc.integer({ min: 1, max: 8 }).map(dayBefore);
  const limit = fc.oneof(fc.integer({ min: 1, max: 10 }).map(String), otherLimits, text);
  const day = fc.oneof(days, days, otherDays, text);
  const other = fc.constantFrom('1', 'x', '');
  return fc.record({ start_date: day, end_date: day, limit, no_such_parameter: other }, { requiredKeys: [] });
};

const hookAddress = fc
  .tuple(fc.constantFrom('hooks', 'Orders/v2', 'a_b/hooks'), fc.constantFrom('', '?by=suite', '?a=1&b=Two'))
  .map(([path, query]) => `https://merchant.example/${path}${query}`);
const description = fc.constantFrom('orders of the year 2024', 'Café naïve', 'SHOP', 'a');
/** Payouts are unlikely to be delivered, and so to change the callback. */
const events = fc
  .subarray(
    shownEvents.filter((name) => name.startsWith('payout.')),
    { minLength: 1 },
  )
  .map(String);

/** Updates of a callback as 4.6 describes them, of one field or more. */
export const describedUpdates: fc.Arbitrary<Body> = fc
  .record({ url: hookAddress, description, events, is_active: fc.boolean() }, { requiredKeys: [] })
  .filter((change) => Object.keys(change).length > 0);

/** Updates with one part that the interface does not describe. All addresses are those of the suite. */
export const undescribedUpdates: fc.Arbitrary<Body> = fc
  .tuple(
    fc.option(describedUpdates, { nil: {} }),
    fc.oneof<fc.Arbitrary<Body>[]>(
      fc.record({ url: fc.constantFrom('/hooks', 'not a url', 'https://merchant.example/naïve café') }),
      fc.record({
        events: fc.constantFrom<unknown>('parcel.lost', 'payout.created, payout.updated', 'payout', ',,', 7),
      }),
      fc.record({ is_active: fc.constantFrom<unknown>('maybe', 'false', 0, 1, null) }),
      fc.record({ description: fc.constantFrom<unknown>('漢字', 'Заказ', 'طلب', 'a\u0000b', 7, null) }),
      fc.record({ any_other: anythingElse }),
    ),
  )
  .map(([described, change]) => ({ ...described, ...change }));
