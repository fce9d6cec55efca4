import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The answer of the hosted-page flow (4.1); the page is tested in tests/browser.

const everyField = covers(
  'hosted.accepted',
  'hosted.result',
  'hosted.transaction-id',
  'hosted.transaction-reference',
  'hosted.message',
  'hosted.url',
  'hosted.status',
  'hosted.own-page',
);

test('the smallest initiation, twice', smoke(everyField), async ({ api, bodies, judge, check }) => {
  const first = await api.initiate(bodies.hostedPage());
  const second = await api.initiate(bodies.hostedPage());
  await judge(first, 'smallest body, first');
  await judge(second, 'smallest body, second');
  await check('hosted.own-page', 'smallest body', () => expect([first, second]).toDifferIn('hosted_url'));
});

test('every optional field, twice', everyField, async ({ api, bodies, judge, check }) => {
  const first = await api.initiate(bodies.hostedPage(bodies.optional()));
  const second = await api.initiate(bodies.hostedPage(bodies.optional()));
  await judge(first, 'every optional field, first');
  await judge(second, 'every optional field, second');
  await check('hosted.own-page', 'every optional field', () => expect([first, second]).toDifferIn('hosted_url'));
});

test('reference and addresses together', covers('hosted.every-optional-field'), async ({ api, bodies, check }) => {
  const { success_url } = bodies.optional();
  await inParallel(
    [
      ['two addresses', bodies.optional()],
      ['one address for both outcomes', bodies.optional({ success_url, failure_url: success_url })],
      ['addresses with a query', bodies.withQueries()],
    ] as const,
    async ([name, optional]) => {
      const reply = await api.initiate(bodies.hostedPage(optional));
      await check('hosted.every-optional-field', name, () => expect(reply).toAnswerAs(answers.hostedPage));
    },
  );
});

test(
  'one address without the other',
  covers('hosted.success-url-alone', 'hosted.failure-url-alone'),
  async ({ api, bodies, check }) => {
    const { success_url, failure_url } = bodies.optional();
    const success = await api.initiate(bodies.hostedPage({ success_url }));
    const failure = await api.initiate(bodies.hostedPage({ failure_url }));
    await check('hosted.success-url-alone', 'accepted', () => expect(success).toAnswerAs(answers.hostedPage));
    await check('hosted.failure-url-alone', 'accepted', () => expect(failure).toAnswerAs(answers.hostedPage));
  },
);

// A service may refuse what it does not know; whoever stores all that is sent would let a merchant write its answer.
test(
  'fields that only the answer has',
  covers('hosted.transaction-id', 'hosted.url', 'hosted.status', 'hosted.extra-fields'),
  async ({ api, bodies, check, observe }) => {
    const own = { transaction_id: 'own-id-0000', hosted_url: 'https://merchant.example/own', status: 'success' };
    const reply = await api.initiate(bodies.hostedPage({ no_such_field: 'value', ...own }));
    for (const [rule, field, shape] of [
      ['hosted.transaction-id', 'transaction_id', shapes.not(own.transaction_id)],
      ['hosted.url', 'hosted_url', shapes.not(own.hosted_url)],
      ['hosted.status', 'status', shapes.not(own.status)],
    ] as const)
      await check(rule, 'sent by the merchant', () =>
        expect(reply).toAnswerAs(
          { ...answers.hostedPage, fields: [] },
          { also: { [field]: shape }, orRefuse: 'in any way' },
        ),
      );
    await observe('hosted.extra-fields', 'unknown field', summarizeReply(reply));
  },
);
