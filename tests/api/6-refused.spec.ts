import { isAbout, sharedCallbacks } from '../../fixtures/callbacks.ts';
import { covers, expect, inParallel, needs, test } from '../../fixtures/index.ts';
import { newReference, sentReference } from '../../helpers/client/references.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { allEvents as events } from '../../interface/messages/callback.ts';
import { operators, type Body } from '../../interface/messages/requests.ts';

// Of what was refused, no callback is notified (6): two later payments are awaited, by which time a notification would have
// arrived.

test.describe.configure(sharedCallbacks);

test(
  'a refused initiation is not announced',
  covers('webhook.refused-silent'),
  async ({ api, bodies, callbacks, receiver, settings, notifiedPayment, check }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const refusals: readonly (readonly [string, Body, as?: 'none' | 'invalid' | 'publishable'])[] = [
      ['no amount', bodies.hostedPage({ amount: undefined })],
      ['no email', bodies.hostedPage({ email: undefined })],
      ...operators
        .filter((operator) => settings.operators[operator] !== '')
        .flatMap((operator) => [
          [
            `operator ${operator}, no leading zero`,
            bodies.mobileMoney(operator, { mobile_money_number: `9${bodies.number}` }),
          ] as const,
          [
            `operator ${operator}, another outcome`,
            bodies.mobileMoney(operator, { requested_response: 'maybe' }),
          ] as const,
        ]),
      ['no key', bodies.hostedPage(), 'none'],
      ['an unknown key', bodies.hostedPage(), 'invalid'],
      ['the publishable key', bodies.hostedPage(), 'publishable'],
    ];
    const sent = await inParallel(refusals, async ([name, body, as]) => {
      const reply = await api.initiate({ ...body, ...bodies.optional() }, as ? { as } : {});
      return { name, reply, reference: sentReference(reply) };
    });
    await notifiedPayment('watched');
    await notifiedPayment('watched');
    for (const { name, reply, reference } of sent) {
      // A refused request is answered without an id.
      const payment = { id: '', reference };
      const told = receiver.notifications('watched').filter((one) => isAbout(one, payment));
      await check('webhook.refused-silent', name, () => {
        if (reply.status < 300) throw new NotTested('the request was accepted, so it may be announced');
        expect(told.map((one) => one.body)).toEqual([]);
      });
    }
  },
);

test(
  'a refused checkout is not announced',
  needs('checkout', covers('webhook.refused-silent')),
  async ({ api, bodies, callbacks, receiver, notifiedPayment, check }) => {
    await callbacks.toUpdate({ url: receiver.address('watched'), events, is_active: true });
    const [noCurrency, unknownKey] = [newReference(), newReference()];
    const replies = {
      noCurrency: await api.checkout(bodies.checkout({ currency: undefined, transaction_reference: noCurrency })),
      unknownKey: await api.checkout(bodies.checkout({ transaction_reference: unknownKey }), { as: 'invalid' }),
    };
    await notifiedPayment('watched');
    await notifiedPayment('watched');
    for (const [name, reply] of Object.entries(replies)) {
      const payment = { id: '', reference: sentReference(reply) };
      const told = receiver.notifications('watched').filter((one) => isAbout(one, payment));
      await check('webhook.refused-silent', `checkout, ${name}`, () => {
        if (reply.status < 300) throw new NotTested('the request was accepted, so it may be announced');
        expect(told.map(({ body }) => body)).toEqual([]);
      });
    }
  },
);
