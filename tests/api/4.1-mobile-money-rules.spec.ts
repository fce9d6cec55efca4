import { covers, expect, inParallel, needsOperator, smoke, test } from '../../fixtures/index.ts';
import { reversedText } from '../../helpers/client/number-notation.ts';
import { shortestNational } from '../../helpers/settings/safety/payment-limits.ts';
import { operators, requestedResponses, type Body } from '../../interface/messages/requests.ts';

// The four validation rules of an initiation (4.1), and the related ones of 2.1 and 2.4. Each request is a valid one with
// one change. `toRefuse` is HTTP 400 in either form of section 7, `toRefuseField` one that names the field. Where a rule's
// id begins with an operator, as in operator-a.requested-response-required, its test runs only with that operator.

/** 2.1 blames the method, 4.1 the number: either is right. */
const methodOrNumber = ['payment_method_type', 'mobile_money_number'];

/**
 * Numbers that do not start with zero, made from a valid one; an empty one does not, either. One of the calling codes may
 * be that of the service's country. A short number with the code of a country could belong to a real person, so it is not
 * sent.
 */
const numbersWithoutLeadingZero = (number: string): readonly (readonly [name: string, number: string])[] => {
  const local = number.replace(/^0+/, '');
  const isLong = local.length >= shortestNational;
  const callingCodes = '254 63 91 221 225 229 233 234 237 250 255 256 260 263 265'.split(' ');
  return [
    ['another digit for the zero', `9${number.slice(1)}`],
    ['a zero only further back', `9${number}`],
    ['the letter O for the zero', `O${number.slice(1)}`],
    ['a small letter o for the zero', `o${number.slice(1)}`],
    ['the number without its zero', local],
    ['an empty number', ''],
    ['blanks alone', '   '],
    ['a zero only on a second line', `9\n${number}`],
    ...(isLong ? [['the code of a country after a plus', `+254${local}`] as const] : []),
    ...(isLong ? callingCodes.map((code) => [`the code ${code} for the zero`, `${code}${local}`] as const) : []),
  ];
};

test.describe('Rule 1: mobile money needs the code of an operator', covers('txn.code-missing'), () => {
  for (const requested_response of requestedResponses) {
    const simulatedOutcome = `requested_response ${requested_response ?? 'absent'}`;
    test(simulatedOutcome, async ({ api, bodies, check }) => {
      // B only lends its number; its code is left out.
      const change = { payment_method_code: undefined, requested_response };
      const [smallest, full] = await Promise.all([
        api.initiate(bodies.mobileMoney('B', change)),
        api.initiate(bodies.mobileMoney('B', { ...bodies.optional(), ...change })),
      ]);
      const empty = await api.initiate(bodies.mobileMoney('B', { ...change, payment_method_code: '' }));
      await check('txn.code-missing', `${simulatedOutcome}, empty`, () => expect(empty).toRefuse());
      await check('txn.code-missing', `${simulatedOutcome}, smallest body`, () =>
        expect(smallest).toRefuseField('payment_method_code'),
      );
      await check('txn.code-missing', `${simulatedOutcome}, every optional field`, () =>
        expect(full).toRefuseField('payment_method_code'),
      );
    });
  }
});

for (const operator of operators) {
  test.describe(`operator ${operator}`, needsOperator(operator), () => {
    test('Rule 2: mobile money needs a number', covers('txn.number-missing'), async ({ api, bodies, check }) => {
      const bodiesWithoutNumber: (readonly [string, Body])[] = [
        ['smallest body', {}],
        ['every optional field', bodies.optional()],
        // The smallest body of operator A has it already.
        ...(operator === 'A' ? [] : [['requested_response success', { requested_response: 'success' }] as const]),
        ['requested_response failed', { requested_response: 'failed' }],
      ];
      const replies = await Promise.all(
        bodiesWithoutNumber.map(([, change]) =>
          api.initiate(bodies.mobileMoney(operator, { ...change, mobile_money_number: undefined })),
        ),
      );
      for (const [index, reply] of replies.entries()) {
        await check('txn.number-missing', `operator ${operator}, ${bodiesWithoutNumber[index]?.[0]}`, () =>
          expect(reply).toRefuseField('mobile_money_number'),
        );
      }
    });

    const details = covers('txn.number-leading-zero', 'txn.number-zero-first');
    test(
      'Rule 3: the number starts with zero',
      operator === 'B' ? smoke(details) : details,
      async ({ api, bodies, rotation, check }) => {
        const attempts = numbersWithoutLeadingZero(bodies.numberOf(operator));
        // From the fourth on, each has other accepted values in its other fields and headers: none may switch the rule off.
        const send = (mobile_money_number: string, index: number) => {
          if (index < 3) return api.initiate(bodies.mobileMoney(operator, { mobile_money_number }));
          const { addresses, headers, ...values } = rotation.inTurn(`operator ${operator}`, index);
          const fields = { ...values, ...addresses, mobile_money_number };
          return api.initiate(bodies.mobileMoney(operator, fields), { headers });
        };
        const [valid, ...refused] = await Promise.all([
          api.initiate(bodies.mobileMoney(operator)),
          ...attempts.map(([, number], index) => send(number, index)),
        ]);
        await check('txn.number-zero-first', `operator ${operator}`, () => expect(valid).toBeAccepted());
        for (const [index, reply] of refused.entries()) {
          await check('txn.number-leading-zero', `operator ${operator}, ${attempts[index]?.[0]}`, () =>
            expect(reply).toRefuseField('mobile_money_number'),
          );
        }
      },
    );

    test(
      'Rule 3, whatever else is sent, in whatever order',
      covers('txn.number-leading-zero', 'txn.number-zero-first'),
      async ({ api, bodies, check }) => {
        const wrong = `9${bodies.numberOf(operator).slice(1)}`;
        const full = await api.initiate(bodies.mobileMoney(operator, bodies.optional()));
        await check('txn.number-zero-first', `operator ${operator}, every optional field`, () =>
          expect(full).toBeAccepted(),
        );
        await inParallel(
          [
            ['every optional field', bodies.optional()],
            ...(operator === 'A' ? [] : [['requested_response success', { requested_response: 'success' }] as const]),
            ['requested_response failed', { requested_response: 'failed' }],
          ] as const,
          async ([name, change]) => {
            const body = bodies.mobileMoney(operator, { ...change, mobile_money_number: wrong });
            // The order of members has no meaning in JSON.
            const reply = await api.initiate(body, { rawBody: reversedText(body) });
            await check('txn.number-leading-zero', `operator ${operator}, ${name}`, () =>
              expect(reply).toRefuseField('mobile_money_number'),
            );
          },
        );
      },
    );
  });
}

test.describe(
  'Rule 4: a number needs the mobile money method',
  covers('txn.number-other-method', 'txn.number-no-method'),
  () => {
    // The interface shows no other methods: a service without others may refuse the method itself.
    test('without an operator code', async ({ api, bodies, check }) => {
      await inParallel(
        [
          ['smallest body', {}],
          ['every optional field', bodies.optional()],
        ] as const,
        async ([name, optional]) => {
          const withNumber = { ...optional, mobile_money_number: bodies.number };
          const card = await api.initiate(bodies.hostedPage({ ...withNumber, payment_method_type: 'card' }));
          const noMethod = await api.initiate(bodies.hostedPage(withNumber));
          await check('txn.number-other-method', name, () => expect(card).toRefuseField(methodOrNumber));
          await check('txn.number-no-method', name, () => expect(noMethod).toRefuseField(methodOrNumber));
        },
      );
    });

    // Where the service accepts card without a number, it has to blame the number, not the method.
    test('beside card, after card without a number', async ({ api, bodies, check }) => {
      const card = bodies.hostedPage({ payment_method_type: 'card' });
      const isCardAccepted = (await api.initiate(card)).status === 200;
      const reply = await api.initiate({ ...card, mobile_money_number: bodies.number });
      await check('txn.number-other-method', 'after card without a number', () =>
        expect(reply).toRefuseField(isCardAccepted ? 'mobile_money_number' : methodOrNumber),
      );
      const noMethod = await api.initiate(bodies.hostedPage({ mobile_money_number: bodies.number }));
      await check('txn.number-no-method', 'after card without a number', () =>
        expect(noMethod).toRefuseField(methodOrNumber),
      );
    });

    // A code is not shown without mobile money either: a service may check it first, and refuse it in either form.
    test("with an operator's code", needsOperator('B'), async ({ api, bodies, check }) => {
      await inParallel(
        [
          ['smallest body', {}],
          ['every optional field', bodies.optional()],
        ] as const,
        async ([name, optional]) => {
          const card = await api.initiate(bodies.mobileMoney('B', { ...optional, payment_method_type: 'card' }));
          const noMethod = await api.initiate(bodies.mobileMoney('B', { ...optional, payment_method_type: undefined }));
          await check('txn.number-other-method', `operator B's code, ${name}`, () => expect(card).toRefuse());
          await check('txn.number-no-method', `operator B's code, ${name}`, () => expect(noMethod).toRefuse());
        },
      );
    });
  },
);

// The interface does not show how a method is compared: MOBILE_MONEY may be mobile_money, and then its code is missing.
test('Rule 4: other words than card', covers('txn.number-other-method'), async ({ api, bodies, check }) => {
  const send = (payment_method_type: string, change: Body = {}) =>
    api.initiate(bodies.hostedPage({ payment_method_type, mobile_money_number: bodies.number, ...change }));
  await inParallel(['no_such_method', 'bank transfer', 'cash'], async (word) => {
    const reply = await send(word);
    await check('txn.number-other-method', word, () => expect(reply).toRefuseField(methodOrNumber));
  });
  const replies = {
    'an empty text': await send(''),
    'an empty text, every optional field': await send('', bodies.optional()),
    'MOBILE_MONEY without a code': await send('MOBILE_MONEY'),
  };
  for (const [name, reply] of Object.entries(replies))
    await check('txn.number-other-method', name, () => expect(reply).toRefuse());
});

test(
  'each of the four rules, after a valid initiation, and a second time with the fields in reverse order',
  needsOperator(
    'B',
    covers('txn.code-missing', 'txn.number-missing', 'txn.number-leading-zero', 'txn.number-other-method'),
  ),
  async ({ api, bodies, check }) => {
    const rules = [
      ['txn.code-missing', 'payment_method_code', { payment_method_code: undefined }],
      ['txn.number-missing', 'mobile_money_number', { mobile_money_number: undefined }],
      ['txn.number-leading-zero', 'mobile_money_number', { mobile_money_number: `9${bodies.number.slice(1)}` }],
      ['txn.number-other-method', methodOrNumber, { payment_method_type: 'card', payment_method_code: undefined }],
    ] as const;
    for (const [rule, field, change] of rules) {
      // Its own answer is judged by the test of the operator.
      await api.initiate(bodies.mobileMoney('B'));
      const first = await api.initiate(bodies.mobileMoney('B', change));
      const body = bodies.mobileMoney('B', change);
      const second = await api.initiate(body, { rawBody: reversedText(body) });
      await check(rule, 'after a valid initiation', () => expect(first).toRefuseField(field));
      await check(rule, 'a second time, its fields in reverse order', () => expect(second).toRefuseField(field));
    }
  },
);

test(
  'operator A needs requested_response',
  covers('operator-a.requested-response-required'),
  async ({ api, bodies, check }) => {
    await inParallel(
      [
        ['absent', undefined],
        ['empty', ''],
      ] as const,
      async ([name, requested_response]) => {
        const smallest = await api.initiate(bodies.mobileMoney('A', { requested_response }));
        const full = await api.initiate(bodies.mobileMoney('A', { ...bodies.optional(), requested_response }));
        await check('operator-a.requested-response-required', `${name}, smallest body`, () =>
          expect(smallest).toRefuse(),
        );
        await check('operator-a.requested-response-required', `${name}, every optional field`, () =>
          expect(full).toRefuse(),
        );
      },
    );
  },
);
