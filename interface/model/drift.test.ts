import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../rules/catalogue.ts';
import { parseSettings } from '../../helpers/settings/settings.ts';
import { Api } from '../../helpers/client/api.ts';
import { Bodies } from '../../helpers/client/bodies.ts';
import { newReference } from '../../helpers/client/references.ts';
import { claimedIds } from '../messages/callback.ts';
import { replyOf, type Reply } from '../messages/exchange.ts';
import { Http } from '../../helpers/client/http.ts';
import { answers } from './answers.ts';
import { afterUpdate, deletionOutcomes, fetchOutcomes, unknownCallback, updateOutcomes } from './callback.ts';
import { checkoutOutcomes } from './checkout.ts';
import { initiationOutcomes } from './initiation.ts';
import { disagreement, wrongWith } from './judge.ts';
import type { Answer, Outcome } from './outcome.ts';
import { walletOutcomes } from './wallet-query.ts';

// Catalogue, shapes and model agree on every answer of the sandbox.

const sandbox = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts', '--quiet'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
});
after(() => sandbox.kill());

const addressOfSandbox = async (): Promise<string> => {
  for await (const line of createInterface({ input: sandbox.stdout })) {
    const address = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('the sandbox ended before it was listening');
};

const settings = parseSettings({}, await addressOfSandbox());
const http = new Http({ baseUrl: settings.baseUrl, timeoutMs: 15_000, mask: (text) => text, record: () => {} });
after(() => http.close());
const api = new Api(http, settings);
const bodies = new Bodies(settings);
const { secretKey: secret, publishableKey: publishable_key } = settings;

const initiated = async (body: Record<string, unknown>) =>
  [await api.initiate(body), initiationOutcomes(body, settings)] as const;
const started = async (body: Record<string, unknown>) =>
  [await api.checkout(body, { as: 'none' }), checkoutOutcomes(body, settings)] as const;
const change = {
  url: 'https://merchant.example/hooks',
  description: 'changed',
  events: 'payout.created',
  is_active: true,
};
const created = async (): Promise<string> =>
  claimedIds(await api.probe('POST', settings.callbackCreatePath ?? '', change))[0]?.id ?? assert.fail('no callback');

const failed = { requested_response: 'failed' };
const given: readonly (readonly [
  Answer | 'refusal' | 'field refusal' | 'unauthorised',
  () => Promise<readonly [Reply, readonly Outcome[]]>,
])[] = [
  [answers.hostedPage, () => initiated(bodies.hostedPage(bodies.optional({ transaction_reference: newReference() })))],
  [answers.operatorASuccess, () => initiated(bodies.mobileMoney('A'))],
  [answers.operatorAFailure, () => initiated(bodies.mobileMoney('A', failed))],
  [answers.mobileMoney, () => initiated(bodies.mobileMoney('B'))],
  [answers.operatorBAnyway, () => initiated(bodies.mobileMoney('B', failed))],
  [answers.operatorC, () => initiated(bodies.mobileMoney('C'))],
  [answers.operatorC, () => initiated(bodies.mobileMoney('C', failed))],
  [answers.checkout, () => started(bodies.checkout({ publishable_key }))],
  [answers.walletList, async () => [await api.wallets(), walletOutcomes({}, new Date())]],
  [
    answers.callback,
    async () => {
      const id = await created();
      await api.updateCallback(id, change);
      return [await api.fetchCallback(id), fetchOutcomes(afterUpdate(unknownCallback, change))];
    },
  ],
  [
    answers.callbackUpdate,
    async () => {
      const id = await created();
      return [await api.updateCallback(id, change), updateOutcomes(id, change)];
    },
  ],
  [
    answers.callbackDeletion,
    async () => {
      const id = await created();
      return [await api.deleteCallback(id), deletionOutcomes(id)];
    },
  ],
  ['field refusal', () => initiated(bodies.mobileMoney('B', { payment_method_code: undefined }))],
  ['refusal', () => initiated({})],
  ['refusal', () => started(bodies.checkout({ publishable_key, currency: undefined }))],
  ['unauthorised', () => started(bodies.checkout({ publishable_key: 'no-such-key' }))],
];

for (const [expected, ask] of given) {
  const name = typeof expected === 'string' ? expected : expected.name;

  test(`the model allows the sandbox's "${name}", and no other answer matches it`, async () => {
    const [reply, outcomes] = await ask();
    assert.equal(disagreement(reply, outcomes, secret), undefined);
    const allowed = outcomes.map((outcome) => (outcome.kind === 'answer' ? outcome.answer.name : outcome.kind));
    assert.ok(allowed.includes(name), allowed.join());
    if (typeof expected !== 'string' && unspecific.includes(expected)) return;
    assert.deepEqual(
      distinguishable.filter((answer) => fits(reply, answer)).map((answer) => answer.name),
      typeof expected === 'string' ? [] : [name],
    );
  });

  test(`"${name}" without any one of its fields does not match`, async () => {
    const [reply, outcomes] = await ask();
    const outcome = outcomes.find((one) => wrongWith(reply, one, secret).length === 0);
    const promised =
      outcome?.kind === 'answer'
        ? outcome.answer.fields.filter(([, , shape]) => !shape.safeParse(undefined).success).map(([, field]) => field)
        : ['result'];
    for (const field of promised) {
      const less = { ...(reply.json as object), [field]: undefined };
      const changed = replyOf({ ...reply.exchange, status: reply.status }, JSON.stringify(less), reply.headers);
      assert.ok(outcome && wrongWith(changed, outcome, secret).length > 0, `${name} without ${field}`);
    }
  });
}

const fits = (reply: Reply, answer: Answer): boolean =>
  wrongWith(reply, { kind: 'answer', answer, also: [] }, secret).length === 0;

/** Answers with few promised fields, which others match, too. */
const unspecific: readonly Answer[] = [
  answers.callbackUpdate,
  answers.callbackDeletion,
  answers.operatorBAnyway,
  answers.operatorBFailure,
  answers.operatorCFailedAtOnce,
  answers.operatorCFailure,
];
const distinguishable = Object.values<Answer>(answers).filter((answer) => !unspecific.includes(answer));

/**
 * Rules of these families that concern more than one field of an answer. A new rule belongs in the answers, or here.
 */
const beyondOneAnswer =
  /\.(accepted|own-\w[\w-]*|text-plain|requested-response-required|id-unique|every-optional-field|each-optional-field|at-once|amount-(?:notation|larger)|content-type-charset|reference-unusual|second-currency|true-dates|order-of-dates|unusual-text|concurrent|success-url-alone|failure-url-alone|[a-z-]+-(required|type|format)|only-[a-z-]+|both-dates|limit-accepted|same-id|repeatable|no-such-id|no-field|url|description|events|deactivates|reactivates|all-fields|leaves-rest|repeated|keeps-[a-z-]+|moves-[a-z-]+|is-active-boolean|text-stays-text|gone|stays-gone|answered-id)$/;

test('the model contains every field that a must rule promises', () => {
  const inModel = new Set<string>(
    Object.values<Answer>(answers).flatMap(({ fields, inside }) =>
      [...fields, ...(inside?.fields ?? [])].map(([rule]) => rule),
    ),
  );
  const families = /^(hosted|operator-[abc](-\w+)?|checkout|wallets|callback-(fetch|update|delete))\./;
  const promised = Object.entries(catalogue)
    .filter(([id, { level }]) => level === 'must' && families.test(id))
    .map(([id]) => id);
  assert.deepEqual(
    promised.filter((id) => !inModel.has(id) && !beyondOneAnswer.test(id)),
    [],
    'add each of them to interface/model/answers.ts, or to beyondOneAnswer here if it is about more than one field',
  );
});
