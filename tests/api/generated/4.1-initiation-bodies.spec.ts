import { covers, expect, test } from '../../../fixtures/index.ts';
import type { Bodies } from '../../../helpers/client/bodies.ts';
import { initiationBodies, deepStructure } from '../../../helpers/generated/generated-requests.ts';
import { initiationCombinations } from '../../../helpers/generated/initiation-combinations.ts';
import { howToRepeat, sendGenerated, sendRows } from '../../../helpers/generated/send-generated.ts';
import type { Body } from '../../../interface/messages/requests.ts';

// Initiations in combination and with unusual values (2.1, 2.4, 4.1). The invariants judge each answer as well, rule by
// rule.

const combined = [
  ['generated.initiation-combinations', 'flows and optional parts, every three together'],
  ['generated.initiation-combinations', 'flows and one mistake, every two together'],
  ['generated.initiation-matrix', 'payment method fields, every three together'],
] as const;

for (const [rule, name] of combined) {
  test(name, covers(rule), async ({ api, bodies, settings, check, faultOf }) => {
    const rows = initiationCombinations(settings, bodies)[name] ?? [];
    const replies = await sendRows(rows, ({ body, ask }) => api.initiate(body, ask), settings);
    await check(rule, name, () => expect(replies.flatMap((reply) => faultOf(reply) ?? [])).toEqual([]));
  });
}

const wrongTypes: readonly Body[] = [
  { payment_method_type: { value: 'text' } },
  { payment_method_type: { value: 'text' }, mobile_money_number: undefined },
  { payment_method_type: undefined, requested_response: { value: 'text' } },
  { payment_method_type: undefined, mobile_money_number: undefined, requested_response: { value: 'text' } },
  { payment_method_type: '' },
  { payment_method_type: '', mobile_money_number: undefined },
  { payment_method_code: { value: 'text' }, mobile_money_number: undefined },
  { payment_method_code: { value: 'text' }, mobile_money_number: { value: 'text' } },
];

test(
  'payment method fields of wrong types',
  covers('generated.initiation-matrix'),
  async ({ api, bodies, check, faultOf }) => {
    const replies = await Promise.all(wrongTypes.map((change) => api.initiate(bodies.mobileMoney('B', change))));
    await check('generated.initiation-matrix', 'wrong types', () =>
      expect(replies.flatMap((reply) => faultOf(reply) ?? [])).toEqual([]),
    );
  },
);

const unusual = (broken: string): readonly Body[] => [
  ...[null, true, '1000', '10.50', 0, -(2 ** 53), 'one thousand'].map((amount) => ({ amount })),
  ...['', 'customer@@example.com', deepStructure, null].map((email) => ({ email })),
  ...['constructor', { value: 'text' }, 12_345].map((currency) => ({ currency })),
  ...['漢字 😀', broken, '<b>bold</b>', 'x'.repeat(1000), ['text', 'more']].map((transaction_reference) => ({
    transaction_reference,
  })),
  ...['//merchant.example', 'https://', 'data:,unpaid', '漢字 😀'].map((success_url) => ({ success_url })),
  ...['no-such-operator', 'constructor', '漢字 😀', null].map((payment_method_code) => ({ payment_method_code })),
  { any_other: deepStructure },
  { ['__proto__']: 'value' },
];

type Flow = readonly [flow: string, broken: string, body: (bodies: Bodies, change: Body) => Body];
/** Each with one text that databases or encoders refuse: half of a character, or the first of all characters. */
const valid: readonly Flow[] = [
  ['hosted page', 'a\u0000b', (bodies, change) => bodies.hostedPage(change)],
  ['operator B', 'a\ud800b', (bodies, change) => bodies.mobileMoney('B', change)],
];

for (const [flow, broken, body] of valid) {
  test(`${flow}, unusual values`, covers('generated.initiation-bodies'), async ({ api, bodies, check, faultOf }) => {
    const replies = await Promise.all(unusual(broken).map((change) => api.initiate(body(bodies, change))));
    await check('generated.initiation-bodies', `${flow}, unusual values`, () =>
      expect(replies.flatMap((reply) => faultOf(reply) ?? [])).toEqual([]),
    );
  });
}

test('random bodies', covers('generated.initiation-bodies'), async ({ api, settings, check, faultOf }) => {
  const { failure } = await sendGenerated(initiationBodies(settings), (body) => api.initiate(body), settings, {
    judge: faultOf,
  });
  await check('generated.initiation-bodies', 'random bodies', () =>
    expect(failure?.reason, howToRepeat(failure)).toBe(undefined),
  );
});
