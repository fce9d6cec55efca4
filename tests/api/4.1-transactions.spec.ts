import { expect, test } from '../../fixtures/index.ts';
import { neverAString, neverANumber, notAString, orNull, type Wrong } from '../../helpers/client/wrong-types.ts';
import { asking, hostedPage, mobileMoney, type Stimulus } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { transactionStatuses } from '../../interface/messages/shapes.ts';
import { type Operator, operatorLetters } from '../../interface/messages/requests.ts';

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

const types = [
  ['txn.amount-type', 'amount', { ...neverANumber, ...orNull }],
  ['txn.email-type', 'email', { ...neverAString, ...orNull }],
  ['txn.currency-type', 'currency', { ...neverAString, ...orNull }],
  ['txn.reference-type', 'transaction_reference', notAString],
  ['txn.success-url-type', 'success_url', neverAString],
  ['txn.failure-url-type', 'failure_url', neverAString],
] as const;

for (const [id, field, wrongs] of types) {
  for (const [kind, wrong] of Object.entries(wrongs)) {
    const initiation = hostedPage((bodies) => ({ [field]: wrong(bodies.hostedPage(bodies.optional())[field]) }));
    test(...asking(initiation, id, `hosted page, ${kind}`), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }

  // A prompt does not redirect a browser, so a service may ignore its addresses.
  for (const letter of field.endsWith('_url') ? [] : operatorLetters) {
    for (const [kind, wrong] of Object.entries(wrongs)) {
      test(...asking(promptWith(letter, field, wrong), id, `operator ${letter}, ${kind}`), async ({ reply }) => {
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
    for (const [kind, wrong] of Object.entries(notAString)) {
      test(...asking(promptWith(letter, field, wrong), id, `operator ${letter}, ${kind}`), async ({ reply }) => {
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
    for (const [kind, value] of Object.entries({ words: 'not a url', object: { value: 'text' } })) {
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
  for (const value of ['maybe', 'SUCCESSFUL', 'succeeded', 'failure', ...otherStates, true]) {
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

/** A prompt in which a field has a wrong value made of the valid one. */
function promptWith(letter: Operator, field: string, wrong: Wrong): Stimulus {
  return mobileMoney(letter, (bodies) => {
    const valid = bodies.mobileMoney(letter, bodies.optional({ requested_response: 'success' }));
    return { [field]: wrong(valid[field]) };
  });
}
