import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { summarizeReply } from '../../interface/messages/outcome.ts';
import { operatorLetters } from '../../interface/messages/requests.ts';

// The request of an initiation: what is required, of which type, and the rules about mobile money.

const required = [
  ['txn.amount-required', 'amount'],
  ['txn.email-required', 'email'],
  ['txn.currency-required', 'currency'],
] as const;

for (const [id, field] of required) {
  test(...rule(id, 'hosted page'), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage({ [field]: undefined }))).toRefuse();
  });

  test(...rule(id, 'hosted page with every optional field'), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage({ ...bodies.optional(), [field]: undefined }))).toRefuse();
  });

  for (const letter of operatorLetters) {
    test(...rule(id, `operator ${letter}`), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.mobileMoney(letter, { [field]: undefined }))).toRefuse();
    });
  }
}

test(...rule('txn.body-empty'), async ({ api }) => {
  expect(await api.initiate({})).toRefuse();
});

// A number written as text may be taken for the number; no other type of a required field may be converted. An optional
// field is only tried with what no service converts.
const notAString = { object: { value: 'text' }, list: ['text', 'more'] };
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
  ['txn.success-url-type', 'success_url', notAString],
  ['txn.failure-url-type', 'failure_url', notAString],
] as const;

for (const [id, field, values] of types) {
  for (const [kind, value] of Object.entries(values)) {
    test(...rule(id, `hosted page, ${kind}`), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.hostedPage({ [field]: value }))).toRefuse();
    });
  }

  // A prompt redirects no browser, so a service may leave its addresses unread.
  for (const letter of field.endsWith('_url') ? [] : operatorLetters) {
    test(...rule(id, `operator ${letter}, object`), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.mobileMoney(letter, { [field]: values.object }))).toRefuse();
    });
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
      test(...rule(id, `operator ${letter}, ${kind}`), async ({ api, bodies }) => {
        expect(await api.initiate(bodies.mobileMoney(letter, { [field]: value }))).toRefuse();
      });
    }
  }
}

const urls = [
  ['txn.success-url-format', 'success_url'],
  ['txn.failure-url-format', 'failure_url'],
] as const;

for (const [id, field] of urls) {
  test(...rule(id, 'hosted page'), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage({ [field]: 'not a url' }))).toRefuse();
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

  test(...rule(id, 'hosted page, beside a good one'), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage(bodies.optional({ [field]: 'not a url' })))).toRefuse();
  });
}

for (const letter of operatorLetters) {
  for (const value of ['maybe', 'SUCCESSFUL']) {
    test(...rule('txn.requested-response-enum', `operator ${letter}, "${value}"`), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.mobileMoney(letter, { requested_response: value }))).toRefuse();
    });

    test(
      ...rule('txn.requested-response-enum', `operator ${letter}, "${value}", every optional field`),
      async ({ api, bodies }) => {
        const body = bodies.mobileMoney(letter, bodies.optional({ requested_response: value }));
        expect(await api.initiate(body)).toRefuse();
      },
    );
  }
}
