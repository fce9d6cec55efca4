import { covers, expect, inParallel, needsOperator, smoke, test } from '../../fixtures/index.ts';
import { neverAString, neverANumber, notAString, orNull } from '../../helpers/client/wrong-types.ts';
import { operators, type Body } from '../../interface/messages/requests.ts';
import { transactionStatuses } from '../../interface/messages/shapes.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';

// The fields of an initiation (2.1): which are required, and of which type. Each request is a valid one with one change;
// the four rules of mobile money have a file of their own.

const required = [
  ['txn.amount-required', 'amount'],
  ['txn.email-required', 'email'],
  ['txn.currency-required', 'currency'],
] as const;

const textsAndAmount = [
  ['txn.amount-type', 'amount', { ...neverANumber, ...orNull }],
  ['txn.email-type', 'email', { ...neverAString, ...orNull }],
  ['txn.currency-type', 'currency', { ...neverAString, ...orNull }],
  ['txn.reference-type', 'transaction_reference', notAString],
] as const;

const addresses = [
  ['txn.success-url-type', 'txn.success-url-format', 'success_url'],
  ['txn.failure-url-type', 'txn.failure-url-format', 'failure_url'],
] as const;

const methodFields = [
  ['txn.method-type-type', 'payment_method_type'],
  ['txn.method-code-type', 'payment_method_code'],
  ['txn.number-type', 'mobile_money_number'],
  ['txn.requested-response-type', 'requested_response'],
] as const;

/** An amount as text is none (2.1), and an empty text is no code: refused in each flow. */
const emptyOrQuoted = covers('txn.amount-as-text', 'txn.currency-required');

test.describe('hosted page', () => {
  test('an amount in quotes, an empty currency', emptyOrQuoted, async ({ api, bodies, check }) => {
    const amount = String(bodies.amount);
    await inParallel(
      [
        ['smallest body', { amount }, {}],
        ['every optional field', bodies.optional({ amount: ` ${amount} ` }), {}],
        ['smallest body with a charset', { amount }, { contentType: 'application/json; charset=utf-8' }],
      ] as const,
      async ([name, change, ask]) => {
        const quoted = await api.initiate(bodies.hostedPage(change), ask);
        const empty = await api.initiate(bodies.hostedPage({ ...change, amount: bodies.amount, currency: '' }), ask);
        await check('txn.amount-as-text', `hosted page, ${name}`, () => expect(quoted).toRefuse());
        await check('txn.currency-required', `hosted page, empty, ${name}`, () => expect(empty).toRefuse());
      },
    );
  });

  const requiredFields = covers('txn.amount-required', 'txn.email-required', 'txn.currency-required', 'txn.body-empty');
  test('required fields', smoke(requiredFields), async ({ api, bodies, check }) => {
    await inParallel(required, async ([rule, field]) => {
      const smallest = await api.initiate(bodies.hostedPage({ [field]: undefined }));
      const full = await api.initiate(bodies.hostedPage({ ...bodies.optional(), [field]: undefined }));
      await check(rule, 'hosted page, smallest body', () => expect(smallest).toRefuse());
      await check(rule, 'hosted page, every optional field', () => expect(full).toRefuse());
    });
    const empty = await api.initiate({});
    await check('txn.body-empty', 'hosted page', () => expect(empty).toRefuse());
  });

  const textsAndAmountTypes = covers('txn.amount-type', 'txn.email-type', 'txn.currency-type', 'txn.reference-type');
  test('types of texts and amount', textsAndAmountTypes, async ({ api, bodies, check }) => {
    const valid = bodies.hostedPage(bodies.optional());
    await inParallel(textsAndAmount, async ([rule, field, wrongs]) => {
      await inParallel(Object.entries(wrongs), async ([kind, wrong]) => {
        // The smallest body with an object is in section 7.
        const reply = await api.initiate(bodies.hostedPage(bodies.optional({ [field]: wrong(valid[field]) })));
        await check(rule, `hosted page, ${kind}`, () => expect(reply).toRefuse());
      });
    });
  });

  const addressRules = covers(
    'txn.success-url-type',
    'txn.success-url-format',
    'txn.failure-url-type',
    'txn.failure-url-format',
  );
  test('types and form of addresses', addressRules, async ({ api, bodies, check }) => {
    const valid = bodies.optional();
    await inParallel(addresses, async ([typeRule, formatRule, field]) => {
      await inParallel(Object.entries(neverAString), async ([kind, wrong]) => {
        const reply = await api.initiate(bodies.hostedPage({ [field]: wrong(valid[field]) }));
        await check(typeRule, `hosted page, ${kind}`, () => expect(reply).toRefuse());
      });
      const alone = await api.initiate(bodies.hostedPage({ [field]: 'not a url' }));
      const besideGoodOne = await api.initiate(
        bodies.hostedPage(bodies.optional({ [field]: 'see https://a.example' })),
      );
      await check(formatRule, 'alone', () => expect(alone).toRefuse());
      await check(formatRule, 'beside a good one', () => expect(besideGoodOne).toRefuse());
    });
  });
});

for (const operator of operators) {
  test.describe(`operator ${operator}`, needsOperator(operator), () => {
    test('an amount in quotes, an empty currency', emptyOrQuoted, async ({ api, bodies, check }) => {
      const amount = String(bodies.amount);
      const quoted = await api.initiate(bodies.mobileMoney(operator, { amount }));
      const empty = await api.initiate(bodies.mobileMoney(operator, { currency: '' }));
      await check('txn.amount-as-text', `operator ${operator}`, () => expect(quoted).toRefuse());
      const asked = { A: amount, B: `+${amount}`, C: `${amount}.00` }[operator];
      const toFail = await api.initiate(bodies.mobileMoney(operator, { amount: asked, requested_response: 'failed' }));
      await check('txn.amount-as-text', `operator ${operator}, requested_response failed`, () =>
        expect(toFail).toRefuse(),
      );
      await check('txn.currency-required', `operator ${operator}, empty`, () => expect(empty).toRefuse());
    });

    test(
      'required fields',
      covers('txn.amount-required', 'txn.email-required', 'txn.currency-required'),
      async ({ api, bodies, check }) => {
        await inParallel(required, async ([rule, field]) => {
          const smallest = await api.initiate(bodies.mobileMoney(operator, { [field]: undefined }));
          const toFail = await api.initiate(
            bodies.mobileMoney(operator, { [field]: undefined, requested_response: 'failed' }),
          );
          await check(rule, `operator ${operator}, smallest body`, () => expect(smallest).toRefuse());
          await check(rule, `operator ${operator}, requested_response failed`, () => expect(toFail).toRefuse());
        });
      },
    );

    // A prompt does not redirect a browser, so a service may ignore its addresses.
    test(
      'types of all fields',
      covers(
        'txn.amount-type',
        'txn.email-type',
        'txn.currency-type',
        'txn.reference-type',
        'txn.method-type-type',
        'txn.method-code-type',
        'txn.number-type',
        'txn.requested-response-type',
      ),
      async ({ api, bodies, check }) => {
        const valid = bodies.mobileMoney(operator, bodies.optional({ requested_response: 'success' }));
        // Required with operator A, or beside a number: null is none, either.
        const wrongTexts = operator === 'A' ? { ...notAString, ...orNull } : notAString;
        const ofMethod = methodFields.map(([rule, field]) => [rule, field, wrongTexts] as const);
        await inParallel([...textsAndAmount, ...ofMethod], async ([rule, field, wrongs]) => {
          await inParallel(Object.entries(wrongs), async ([kind, wrong]) => {
            const reply = await api.initiate(bodies.mobileMoney(operator, { [field]: wrong(valid[field]) }));
            await check(rule, `operator ${operator}, ${kind}`, () => expect(reply).toRefuse());
          });
        });
        // Neither has a leading zero, if a service reads it as text.
        const digits = Number(String(valid.mobile_money_number).replace(/\D/g, ''));
        await inParallel([digits, true], async (mobile_money_number) => {
          const reply = await api.initiate(bodies.mobileMoney(operator, { mobile_money_number }));
          await check('txn.number-type', `operator ${operator}, ${typeof mobile_money_number}`, () =>
            expect(reply).toRefuse(),
          );
        });
      },
    );

    test(
      'requested_response is success or failed',
      covers('txn.requested-response-enum'),
      async ({ api, bodies, check }) => {
        const otherStates = transactionStatuses.filter((state) => state !== 'success' && state !== 'failed');
        // Beside every optional field, the words of other services.
        const words = { maybe: 'declined', SUCCESSFUL: 'approved', succeeded: 'completed', failure: '0' };
        // Beside them as well, what is taken by who looks for a part, or among what every object has.
        const near = ['unsuccessful', 'fail', 'constructor', 'success,failed'];
        const states = otherStates.map((state, index) => [state, near[index] ?? state] as const);
        await inParallel([...Object.entries(words), ...states, [true, true] as const], async ([word, another]) => {
          const [smallest, full] = await Promise.all([
            api.initiate(bodies.mobileMoney(operator, { requested_response: word })),
            api.initiate(bodies.mobileMoney(operator, bodies.optional({ requested_response: another }))),
          ]);
          const rule = 'txn.requested-response-enum';
          await check(rule, `operator ${operator}, ${word}, smallest body`, () => expect(smallest).toRefuse());
          await check(rule, `operator ${operator}, ${another}, every optional field`, () => expect(full).toRefuse());
        });
      },
    );

    test('an address beside a prompt', covers('txn.address-beside-prompt'), async ({ api, bodies, observe }) => {
      const wrong: readonly (readonly [string, Body])[] = addresses.flatMap(([, , field]) => [
        [`${field}, words`, { [field]: 'not a url' }] as const,
        [`${field}, object`, { [field]: { value: 'text' } }] as const,
      ]);
      await inParallel(wrong, async ([name, change]) => {
        const reply = await api.initiate(bodies.mobileMoney(operator, change));
        await observe('txn.address-beside-prompt', `operator ${operator}, ${name}`, summarizeReply(reply));
      });
    });
  });
}
