import { covers, expect, inParallel, needsOperator, smoke, test } from '../../fixtures/index.ts';
import {
  replaceableReference,
  sentReference,
  unusualReferences,
  usedReferences,
} from '../../helpers/client/references.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { amountNotations, equivalentTexts, inAscii, withAmountNotation } from '../../helpers/client/number-notation.ts';
import { anyInitiation } from '../../interface/answers/initiation-answers.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { operators, taggedEmailOf, type Body } from '../../interface/messages/requests.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { flows } from './initiation-flows.ts';

// Equivalent requests, and ordinary values that other tests do not send (2.1, 4.1).

const methodOrNumber = ['payment_method_type', 'mobile_money_number'];

for (const { name, values: flow, body, answer, covering } of flows) {
  const details = covering(
    answer.accepted,
    'error.no-server-fault',
    'txn.amount-notation',
    'txn.content-type-charset',
    'txn.email-tagged',
    'txn.id-unique',
  );
  test(
    `${name}: one request in several notations`,
    name === 'hosted page' ? smoke(details) : details,
    async ({ api, bodies, settings, judge, check, observe }) => {
      const sent = body(bodies, bodies.optional({ transaction_reference: undefined }));
      await inParallel(Object.entries(equivalentTexts), async ([notation, rewrite]) => {
        const reply = await api.initiate(sent, { rawBody: rewrite(sent) });
        await check(answer.accepted, `${name}, ${notation}`, () => expect(reply).toAnswerAs(answer));
      });
      await inParallel(Object.entries(amountNotations), async ([spelling, spell]) => {
        const reply = await api.initiate(sent, { rawBody: withAmountNotation(sent, spell) });
        await judge(reply, `${name}, ${spelling}`);
        await observe('txn.amount-notation', `${name}, ${spelling}`, summarizeReply(reply));
      });
      // Clients write a charset in either case, some without a blank before it, some in quotes.
      const asWritten =
        { 'hosted page': ';charset=UTF-8', 'operator B': '; charset="utf-8"' }[name] ?? '; charset=utf-8';
      const inCharset = await api.initiate(sent, { contentType: `application/json${asWritten}` });
      // Twice: where it is accepted, each payment has an id of its own.
      const withTag = body(bodies, { email: taggedEmailOf(settings.customerEmail) });
      const tagged = await api.initiate(withTag);
      await judge(tagged, `${name}, a tagged email`);
      await judge(await api.initiate(withTag), `${name}, a tagged email again`);
      await check('txn.content-type-charset', name, () => expect(inCharset).toAnswerAs(answer));
      await observe('txn.email-tagged', name, summarizeReply(tagged));
    },
  );

  // Together they carry each form that the flow accepts of every value, and of the ordinary headers.
  const eachForm = covering(
    'txn.reference-unusual',
    'txn.reference-kept',
    'txn.amount-echo',
    'txn.currency-echo',
    'txn.id-unique',
    'json.answers',
    'error.no-server-fault',
    answer.accepted,
    ...(name === 'operator A' ? (['operator-a-success.text-plain'] as const) : []),
    ...(name === 'hosted page' ? (['hosted.url'] as const) : []),
  );
  test(
    `${name}: unusual references, each with other values`,
    eachForm,
    async ({ api, bodies, rotation, judge, check }) => {
      await inParallel(Object.entries(Object.keys(unusualReferences)), async ([index, form]) => {
        const { addresses, headers, ...values } = rotation.inTurn(flow, Number(index));
        const fields = { ...values, ...addresses, transaction_reference: replaceableReference(form) };
        const sent = body(bodies, fields);
        // Many clients write what is not ASCII as escapes.
        const text = Number(index) % 2 === 0 ? { rawBody: inAscii(sent) } : {};
        const reply = await api.initiate(sent, { headers, ...text });
        const also = { transaction_reference: shapes.exactly(sentReference(reply)) };
        // One that was used before may be refused in any way, or answered as the first time, in another flow.
        const [shown, orRefuse] = form in usedReferences ? ([anyInitiation, 'in any way'] as const) : [answer, true];
        await check('txn.reference-unusual', `${name}, ${form}`, () =>
          expect(reply).toAnswerAs(shown, { also, orRefuse }),
        );
        await judge(reply, `${name}, ${form}`);
      });
    },
  );

  test(`${name}: larger amounts`, covering('txn.amount-larger'), async ({ api, bodies, settings, check }) => {
    await inParallel(
      [
        ['ten times the usual', Math.min(10 * settings.amount, settings.maxAmount)],
        ['the largest allowed', settings.maxAmount],
      ] as const,
      async ([size, amount]) => {
        const reply = await api.initiate(body(bodies, { amount }));
        const also = { amount: shapes.whenThere(shapes.exactly(amount)) };
        await check('txn.amount-larger', `${name}, ${size}`, () =>
          expect(reply).toAnswerAs(answer, { also, orRefuse: true }),
        );
      },
    );
  });
}

test.describe('second currency', covers('txn.second-currency'), () => {
  test('hosted page', async ({ api, bodies, check }) => {
    const currency = bodies.secondCurrency;
    const also = {
      currency: shapes.whenThere(shapes.exactly(String(currency))),
      status: shapes.whenThere(shapes.status),
    };
    const first = await api.initiate(bodies.hostedPage({ currency }));
    const second = await api.initiate(bodies.hostedPage({ currency }));
    const full = await api.initiate(bodies.hostedPage(bodies.optional({ currency })));
    await check('txn.second-currency', 'smallest body', () => expect(first).toAnswerAs(answers.hostedPage, { also }));
    await check('txn.second-currency', 'every optional field', () =>
      expect(full).toAnswerAs(answers.hostedPage, { also }),
    );
    await check('txn.second-currency', 'ids, pages and references of their own', () =>
      expect([first, second, full]).toDifferIn('transaction_id', 'transaction_reference', 'hosted_url'),
    );
    const wrong: readonly (readonly [string, Body])[] = [
      ['without amount', { amount: undefined }],
      ['without email', { email: undefined }],
      ['an amount that is a word', { amount: 'one thousand' }],
      ['an email of another type', { email: { value: 'text' } }],
      ['a success_url that is no URL', { success_url: 'not a url' }],
      ['a failure_url that is no URL', { failure_url: 'not a url' }],
      ['a failure_url of another type', { failure_url: { value: 'text' } }],
    ];
    await inParallel(wrong, async ([name, change]) => {
      const reply = await api.initiate(bodies.hostedPage({ currency, ...change }));
      await check('txn.second-currency', name, () => expect(reply).toRefuse());
    });
    const withNumber = await api.initiate(bodies.hostedPage({ currency, mobile_money_number: bodies.number }));
    await check('txn.second-currency', 'a number without a method', () =>
      expect(withNumber).toRefuseField(methodOrNumber),
    );
  });

  // An operator may support only one currency; then the refusal is about the currency.
  for (const { name, body, answer, covering } of flows.filter(({ answer }) => answer !== answers.hostedPage)) {
    test(name, covering(), async ({ api, bodies, check }) => {
      const reply = await api.initiate(body(bodies, { currency: bodies.secondCurrency }));
      await check('txn.second-currency', name, () => expect(reply).toAnswerAs(answer, { orRefuse: true }));
    });
  }

  for (const operator of operators) {
    test(`operator ${operator}, no leading zero`, needsOperator(operator), async ({ api, bodies, check }) => {
      const mobile_money_number = `9${bodies.number.slice(1)}`;
      const reply = await api.initiate(
        bodies.mobileMoney(operator, { currency: bodies.secondCurrency, mobile_money_number }),
      );
      await check('txn.second-currency', `operator ${operator}, no leading zero`, () => expect(reply).toRefuse());
    });
  }
});

test(
  'second currency: operator A needs requested_response',
  covers('operator-a.requested-response-required', 'txn.second-currency'),
  async ({ api, bodies, check }) => {
    const change = { currency: bodies.secondCurrency, requested_response: undefined };
    const reply = await api.initiate(bodies.mobileMoney('A', change));
    await check('txn.second-currency', 'operator A, without requested_response', () => expect(reply).toRefuse());
    await check('operator-a.requested-response-required', 'second currency', () => expect(reply).toRefuse());
  },
);
