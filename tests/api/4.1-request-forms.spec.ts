import { expect, test } from '../../fixtures/index.ts';
import { newReference, unusualReferences } from '../../helpers/client/references.ts';
import { rewritten, spelled, withPoint, withPower } from '../../helpers/client/spelling.ts';
import type { Bodies } from '../../helpers/client/bodies.ts';
import { type Body, operatorLetters, taggedEmailOf } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { answers } from '../../interface/model/answers.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import { answeredAs, refused, type Answer } from '../../interface/model/outcome.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { rule } from '../../interface/rules/rule.ts';

// Equivalent requests, and ordinary values that other tests do not send.

type Flow = readonly [
  name: string,
  body: (bodies: Bodies, change?: Body) => Body,
  answer: Answer,
  accepted: TestedRuleId,
];

const flows: readonly Flow[] = [
  ['hosted page', (bodies, change) => bodies.hostedPage(change), answers.hostedPage, 'hosted.accepted'],
  [
    'operator A',
    (bodies, change) => bodies.mobileMoney('A', change),
    answers.operatorASuccess,
    'operator-a-success.accepted',
  ],
  [
    'operator A, failed',
    (bodies, change) => bodies.mobileMoney('A', { requested_response: 'failed', ...change }),
    answers.operatorAFailure,
    'operator-a-failure.accepted',
  ],
  ['operator B', (bodies, change) => bodies.mobileMoney('B', change), answers.mobileMoney, 'operator-b.accepted'],
  ['operator C', (bodies, change) => bodies.mobileMoney('C', change), answers.operatorC, 'operator-c.accepted'],
];

for (const [flow, body, answer, acceptedRule] of flows) {
  for (const [words, rewrite] of Object.entries(rewritten)) {
    test(...rule(acceptedRule, `${flow}, ${words}`), async ({ api, bodies }) => {
      const sent = body(bodies);
      expect(await api.initiate(sent, { rawBody: rewrite(sent) })).toBeOneOf([answeredAs(answer)]);
    });
  }

  for (const [spelling, spell] of [
    ['with a point', withPoint],
    ['with a power of ten', withPower],
  ] as const) {
    test(...rule('txn.amount-notation', `${flow}, ${spelling}`), async ({ api, bodies, settings }) => {
      const sent = body(bodies);
      const reply = await api.initiate(sent, { rawBody: spelled(sent, spell) });
      expect(reply).toBeOneOf(initiationOutcomes(sent, settings));
    });
  }

  test(...rule('txn.content-type-charset', flow), async ({ api, bodies }) => {
    const contentType = 'application/json; charset=utf-8';
    expect(await api.initiate(body(bodies), { contentType })).toBeOneOf([answeredAs(answer)]);
  });

  test(...rule('txn.email-tagged', flow), async ({ api, bodies, settings }) => {
    const email = taggedEmailOf(settings.customerEmail);
    expect(await api.initiate(body(bodies, { email }))).toBeOneOf([answeredAs(answer)]);
  });

  for (const [kind, make] of Object.entries(unusualReferences)) {
    test(...rule('txn.reference-unusual', `${flow}, ${kind}`), async ({ api, bodies }) => {
      const transaction_reference = make();
      const kept = answeredAs(answer, ['transaction_reference', shapes.exactly(transaction_reference)]);
      expect(await api.initiate(body(bodies, { transaction_reference }))).toBeOneOf([kept, refused]);
    });
  }
}

// These are never paid: only an opened hosted page asks for money.
for (const [size, larger] of [
  ['ten times the usual', (amount: number, most: number) => Math.min(10 * amount, most)],
  ['the largest allowed', (_: number, most: number) => most],
] as const) {
  test(...rule('txn.amount-larger', size), async ({ api, bodies, settings }) => {
    const amount = larger(settings.amount, settings.maxAmount);
    const kept = answeredAs(answers.hostedPage, ['amount', shapes.whenThere(shapes.exactly(amount))]);
    expect(await api.initiate(bodies.hostedPage({ amount }))).toBeOneOf([kept, refused]);
  });
}

const inSecondCurrency: Readonly<Record<string, (bodies: Bodies) => Body>> = {
  'an email of another type': () => ({ email: { value: 'text' } }),
  'a failure_url of another type': () => ({ failure_url: { value: 'text' } }),
  'a failure_url that is no URL': () => ({ failure_url: 'not a url' }),
  accepted: () => ({}),
  'every optional field': (bodies) => bodies.optional({ transaction_reference: newReference() }),
  'without amount': () => ({ amount: undefined }),
  'without email': () => ({ email: undefined }),
  'an amount that is a word': () => ({ amount: 'one thousand' }),
  'a success_url that is no URL': () => ({ success_url: 'not a url' }),
  'a number without a method': ({ number }) => ({ mobile_money_number: number }),
};

for (const [variant, change] of Object.entries(inSecondCurrency)) {
  test(...rule('txn.second-currency', variant), async ({ api, bodies, settings }) => {
    const body = bodies.hostedPage({ currency: settings.secondCurrency, ...change(bodies) });
    expect(await api.initiate(body)).toBeOneOf(initiationOutcomes(body, settings));
  });
}

// An operator may support only one currency; then the refusal is about the currency, not the number.
for (const [flow, body, answer] of flows.slice(1)) {
  test(...rule('txn.second-currency', flow), async ({ api, bodies, settings }) => {
    const sent = body(bodies, { currency: settings.secondCurrency });
    expect(await api.initiate(sent)).toBeOneOf([answeredAs(answer), refused]);
  });
}

for (const letter of operatorLetters) {
  test(...rule('txn.second-currency', `operator ${letter}, no leading zero`), async ({ api, bodies, settings }) => {
    const mobile_money_number = `9${bodies.number.slice(1)}`;
    const change = { currency: settings.secondCurrency, mobile_money_number };
    expect(await api.initiate(bodies.mobileMoney(letter, change))).toRefuse();
  });
}

test(...rule('txn.second-currency', 'operator A, failure'), async ({ api, bodies, settings }) => {
  const sent = bodies.mobileMoney('A', { currency: settings.secondCurrency, requested_response: 'failed' });
  expect(await api.initiate(sent)).toBeOneOf([answeredAs(answers.operatorAFailure), refused]);
});

test(...rule('txn.second-currency', 'operator A, without requested_response'), async ({ api, bodies, settings }) => {
  const change = { currency: settings.secondCurrency, requested_response: undefined };
  expect(await api.initiate(bodies.mobileMoney('A', change))).toRefuse();
});
