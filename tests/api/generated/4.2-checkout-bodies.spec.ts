import { covers, expect, test } from '../../../fixtures/index.ts';
import { checkoutBodies, deepStructure } from '../../../helpers/generated/generated-requests.ts';
import { howToRepeat, sendGenerated } from '../../../helpers/generated/send-generated.ts';
import type { Body } from '../../../interface/messages/requests.ts';

// Bodies of a JSON checkout with unusual values, also of the key (2.5, 4.2): in each field, and in random ones. The
// invariants judge each answer as well, rule by rule.

const anyValue: readonly unknown[] = [undefined, deepStructure, null, true, 12_345, '', '漢字 😀'];
/** Half of a character, and one that databases refuse: each in every second field. */
const brokenTexts = ['a\ud800b', 'a\u0000b'];

const unusual = {
  publishable_key: ['no-such-key-0000', 'pk'],
  amount: ['one thousand', '1000', '10.50', 0, -100, 10.5],
  currency: ['QQQ', 'xts', 'No Currency'],
  transaction_reference: ['a reference & more'],
  success_url: ['not a url', '/paid', 'merchant-app://paid', 'https://'],
  failure_url: ['not a url', 'unpaid', '//merchant.example', 'data:,unpaid'],
  ['__proto__']: ['value'],
} as const;

for (const [index, [field, values]] of Object.entries(unusual).entries()) {
  test(
    `unusual values of ${field}`,
    covers('generated.checkout-bodies'),
    async ({ api, bodies, settings, check, faultOf }) => {
      const valid = bodies.checkout({ publishable_key: settings.publishableKey, amount: settings.amount });
      const broken = brokenTexts[index % brokenTexts.length];
      const rows = [...anyValue, broken, ...values].map((value): Body => ({ ...valid, [field]: value }));
      const replies = await Promise.all(rows.map((body) => api.checkout(body, { as: 'none' })));
      await check('generated.checkout-bodies', `unusual values of ${field}`, () =>
        expect(replies.flatMap((reply) => faultOf(reply) ?? [])).toEqual([]),
      );
    },
  );
}

test('random bodies', covers('generated.checkout-bodies'), async ({ api, settings, check, faultOf }) => {
  const { failure } = await sendGenerated(
    checkoutBodies(settings),
    (body) => api.checkout(body, { as: 'none' }),
    settings,
    { judge: faultOf },
  );
  await check('generated.checkout-bodies', 'random bodies', () =>
    expect(failure?.reason, howToRepeat(failure)).toBe(undefined),
  );
});
