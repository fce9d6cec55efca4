import { expect, test } from '../../fixtures/index.ts';
import { asking, hostedPage, mobileMoney } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { transactionStatuses } from '../../interface/messages/shapes.ts';
import { operatorLetters } from '../../interface/messages/requests.ts';

// The request of an initiation: required fields, types, and the rules about mobile money.

const required = [
  ['txn.amount-required', 'amount'],
  ['txn.email-required', 'email'],
  ['txn.currency-required', 'currency'],
] as const;

for (const [id, field] of required) {
  test(...asking(hostedPage({ [field]: undefined }), id, 'hosted page'), async ({ reply }) => {
    expect(reply).toRefuse();
  });

  const otherwiseFull = hostedPage((bodies) => ({ ...bodies.optional(), [field]: undefined }));
  test(...asking(otherwiseFull, id, 'hosted page with every optional field'), async ({ reply }) => {
    expect(reply).toRefuse();
  });

  for (const letter of operatorLetters) {
    test(...asking(mobileMoney(letter, { [field]: undefined }), id, `operator ${letter}`), async ({ reply }) => {
      expect(reply).toRefuse();
    });

    const toFail = mobileMoney(letter, { [field]: undefined, requested_response: 'failed' });
    test(...asking(toFail, id, `operator ${letter}, requested_response failed`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }
}

test(...rule('txn.body-empty'), async ({ api }) => {
  expect(await api.initiate({})).toRefuse();
});

// A number as text may be accepted as the number; no other type of a required field may be converted. Optional fields
// are only tested with types that no service converts.
const notAString = { object: { value: 'text' }, list: ['text', 'more'] };
const neverAnAddress = { ...notAString, number: 12345, boolean: true };
const neverAString = { ...notAString, number: 12345, boolean: true, null: null };
const neverANumber = {
  object: { value: 1 },
  list: [1, 1],
  words: 'one thousand',
  boolean: true,
  null: null,
};
const types = [
  ['txn.amount-type', 'amount', neverANumber],
  ['txn.email-type', 'email', neverAString],
  ['txn.currency-type', 'currency', neverAString],
  ['txn.reference-type', 'transaction_reference', notAString],
  ['txn.success-url-type', 'success_url', neverAnAddress],
  ['txn.failure-url-type', 'failure_url', neverAnAddress],
] as const;

for (const [id, field, values] of types) {
  for (const [kind, value] of Object.entries(values)) {
    test(...asking(hostedPage({ [field]: value }), id, `hosted page, ${kind}`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }

  // A prompt does not redirect a browser, so a service may ignore its addresses.
  for (const letter of field.endsWith('_url') ? [] : operatorLetters) {
    for (const [kind, value] of Object.entries(values)) {
      const initiation = mobileMoney(letter, { [field]: value });
      test(...asking(initiation, id, `operator ${letter}, ${kind}`), async ({ reply }) => {
        expect(reply).toRefuse();
      });
    }
  }
}

const mobileMoneyTypes = [
  ['txn.method-type-type', 'payment_method_type'],
  ['txn.method-code-type', 'payment_method_code'],
  ['txn.number-type', 'mobile_money_number'],
  ['txn.requested-response-type', 'requested_response'],
] as const;

for (const [id, field] of mobileMoneyTypes) {
  for (const letter of operatorLetters) {
    for (const [kind, value] of Object.entries(notAString)) {
      test(...asking(mobileMoney(letter, { [field]: value }), id, `operator ${letter}, ${kind}`), async ({ reply }) => {
        expect(reply).toRefuse();
      });
    }
  }
}

// Neither has a leading zero, if a service reads it as text.
for (const letter of operatorLetters) {
  for (const [kind, read] of [
    ['number', (number: string) => Number(number.replace(/\D/g, ''))],
    ['boolean', () => true],
  ] as const) {
    const initiation = mobileMoney(letter, ({ number }) => ({ mobile_money_number: read(number) }));
    test(...asking(initiation, 'txn.number-type', `operator ${letter}, ${kind}`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }
}

const urls = [
  ['txn.success-url-format', 'success_url'],
  ['txn.failure-url-format', 'failure_url'],
] as const;

for (const [id, field] of urls) {
  test(...asking(hostedPage({ [field]: 'not a url' }), id, 'hosted page'), async ({ reply }) => {
    expect(reply).toRefuse();
  });

  for (const letter of operatorLetters) {
    for (const [kind, value] of Object.entries({ words: 'not a url', object: notAString.object })) {
      test(
        ...rule('txn.address-beside-prompt', `operator ${letter}, ${field}, ${kind}`),
        async ({ api, bodies, observe }) => {
          observe(summarizeReply(await api.initiate(bodies.mobileMoney(letter, { [field]: value }))));
        },
      );
    }
  }

  const besideGoodOne = hostedPage((bodies) => bodies.optional({ [field]: 'not a url' }));
  test(...asking(besideGoodOne, id, 'hosted page, beside a good one'), async ({ reply }) => {
    expect(reply).toRefuse();
  });
}

const otherStates = transactionStatuses.filter((state) => state !== 'success' && state !== 'failed');

for (const letter of operatorLetters) {
  for (const value of ['maybe', 'SUCCESSFUL', ...otherStates, true]) {
    const variant = `operator ${letter}, ${JSON.stringify(value)}`;
    const alone = mobileMoney(letter, { requested_response: value });
    const amongAll = mobileMoney(letter, (bodies) => bodies.optional({ requested_response: value }));

    test(...asking(alone, 'txn.requested-response-enum', variant), async ({ reply }) => {
      expect(reply).toRefuse();
    });

    test(...asking(amongAll, 'txn.requested-response-enum', `${variant}, every optional field`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }
}
