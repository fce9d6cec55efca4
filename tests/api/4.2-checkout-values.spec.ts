import { covers, expect, inParallel, needs, test } from '../../fixtures/index.ts';
import { replaceableReference, unusualReferences, usedReferences } from '../../helpers/client/references.ts';
import { amountNotations, equivalentTexts, withAmountNotation } from '../../helpers/client/number-notation.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import type { Body } from '../../interface/messages/requests.ts';

// Equivalent notations of a JSON checkout, and ordinary values that other tests do not send (2.5, 4.2, 8).

test('notations of the amount', covers('checkout.amount-notation'), async ({ api, bodies, settings, observe }) => {
  const body = bodies.checkout({ publishable_key: settings.publishableKey, amount: settings.amount });
  await inParallel(Object.entries(amountNotations), async ([name, spell]) => {
    const reply = await api.checkout(body, { rawBody: withAmountNotation(body, spell) });
    await observe('checkout.amount-notation', name, summarizeReply(reply));
  });
});

test('notations of the body', covers('checkout.accepted'), async ({ api, bodies, settings, check }) => {
  const addresses = bodies.optional({ transaction_reference: undefined });
  const body = bodies.checkout({ publishable_key: settings.publishableKey, ...addresses });
  await inParallel(Object.entries(equivalentTexts), async ([name, rewrite]) => {
    const reply = await api.checkout(body, { rawBody: rewrite(body) });
    await check('checkout.accepted', name, () => expect(reply).toBeAccepted());
  });
});

test('a content type with its charset', covers('checkout.content-type-charset'), async ({ api, bodies, check }) => {
  const reply = await api.checkout(bodies.checkout(), { contentType: 'application/json;charset=UTF-8' });
  await check('checkout.content-type-charset', 'utf-8', () => expect(reply).toBeAccepted());
});

// Together they carry each form that the checkout accepts of every value, and of the ordinary headers.
const eachForm = covers(
  'checkout.reference-unusual',
  'checkout.accepted',
  'checkout.url',
  'json.answers',
  'error.no-server-fault',
);
test('unusual references, each with other values', eachForm, async ({ api, bodies, rotation, judge, check }) => {
  await inParallel(Object.entries(Object.keys(unusualReferences)), async ([index, form]) => {
    const { addresses, headers, ...values } = rotation.inTurn('checkout', Number(index));
    const fields = { ...values, ...addresses, transaction_reference: replaceableReference(form) };
    const reply = await api.checkout(bodies.checkout(fields), { headers });
    // A reference that was used before may be refused in any way.
    const orRefuse = form in usedReferences ? 'in any way' : true;
    await check('checkout.reference-unusual', form, () => expect(reply).toAnswerAs(answers.checkout, { orRefuse }));
    await judge(reply, form);
  });
});

test('a reference that was refused', covers('checkout.accepted'), async ({ api, bodies, rotation, check }) => {
  const transaction_reference = rotation.plainReference('checkout', 'after a refusal');
  const refused = await api.checkout(bodies.checkout({ transaction_reference, currency: undefined }));
  const reply = await api.checkout(bodies.checkout({ transaction_reference }));
  await check('checkout.accepted', 'after a refusal', () =>
    // Where it was not refused, the reference is used.
    expect(reply).toAnswerAs(answers.checkout, refused.status >= 400 ? {} : { orRefuse: 'in any way' }),
  );
});

test('a larger amount', covers('checkout.amount-larger'), async ({ api, bodies, settings, check }) => {
  const reply = await api.checkout(bodies.checkout({ amount: settings.maxAmount }));
  await check('checkout.amount-larger', 'the largest of the settings', () =>
    expect(reply).toAnswerAs(answers.checkout, { orRefuse: true }),
  );
});

test('an amount as text', covers('checkout.amount-as-text'), async ({ api, bodies, settings, observe }) => {
  const reply = await api.checkout(bodies.checkout({ amount: String(settings.amount) }));
  await observe('checkout.amount-as-text', 'digits', () => summarizeReply(reply));
});

test(
  'the second currency',
  needs('second-currency', covers('checkout.second-currency')),
  async ({ api, bodies, settings: { amount }, check }) => {
    const currency = bodies.secondCurrency;
    const send = (fields: Body) => api.checkout(bodies.checkout({ currency, ...fields }));
    await inParallel(
      [
        ['smallest body', {}],
        ['an amount', { amount }],
        ['every optional field', bodies.optional({ amount })],
      ] as const,
      async ([name, fields]) => {
        const reply = await send(fields);
        await check('checkout.second-currency', name, () => expect(reply).toBeAccepted());
      },
    );
    await inParallel(
      [
        ['words for the amount', { amount: 'one thousand' }],
        ['words for success_url', { success_url: 'not a url' }],
        ['an object for transaction_reference', { transaction_reference: { value: 'text' } }],
      ] as const,
      async ([name, fields]) => {
        const reply = await send(fields);
        await check('checkout.second-currency', name, () => expect(reply).toRefuse());
      },
    );
    const unknown = await api.checkout(bodies.checkout({ currency }), { as: 'invalid' });
    await check('checkout.second-currency', 'an unknown key', () => expect(unknown).toRefuseCredential());
  },
);
