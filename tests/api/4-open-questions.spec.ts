import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import type { EndpointContext } from '../../fixtures/api/endpoints.ts';
import { test } from '../../fixtures/index.ts';
import type { Capability } from '../../interface/rules/capabilities.ts';
import { rule } from '../../interface/rules/rule.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import { fieldsBeyond } from '../../interface/messages/form.ts';
import { headersOf } from '../../interface/messages/wording/outcome.ts';
import { wordingOf, wordingOfField } from '../../interface/messages/wording/wording.ts';

// What the interface leaves open about every answer. Nothing here can fail: the answers are recorded.

test.describe.configure({ lock: callbackLock });

type Answer = readonly [
  variant: string,
  /** Names of the listed fields; null when a separate rule covers them. */
  known: string | null,
  ask: (context: EndpointContext) => Promise<Reply>,
  capability?: Capability,
];

const answers: readonly Answer[] = [
  ['hosted page', null, ({ api, bodies }) => api.initiate(bodies.hostedPage())],
  ['operator A, simulated success', null, ({ api, bodies }) => api.initiate(bodies.mobileMoney('A'))],
  [
    'operator A, simulated failure',
    'result transaction_id transaction_reference message checkout_id amount currency',
    ({ api, bodies }) => api.initiate(bodies.mobileMoney('A', { requested_response: 'failed' })),
  ],
  [
    'operator B',
    'result transaction_id transaction_reference message checkout_id amount currency',
    ({ api, bodies }) => api.initiate(bodies.mobileMoney('B')),
  ],
  [
    'operator C',
    'result status transaction_id transaction_reference message text_message qr_code code amount currency',
    ({ api, bodies }) => api.initiate(bodies.mobileMoney('C')),
  ],
  ['wallet list', 'result wallets', ({ api }) => api.wallets(), 'wallets'],
  [
    'fetched callback',
    'result callback',
    async ({ api, callbacks }) => api.fetchCallback(await callbacks.anyReadable()),
    'callbacks',
  ],
  [
    'updated callback',
    'result id message',
    async ({ api, callbacks }) =>
      api.updateCallback(await callbacks.anyUpdatable(), { description: 'checked by the conformance suite' }),
    'callbacks',
  ],
  [
    'refusal of a field',
    'result error message',
    ({ api, bodies }) => api.initiate(bodies.hostedPage({ amount: undefined })),
  ],
  ['refusal of a checkout', 'result error message', ({ api }) => api.checkout({}), 'checkout'],
  ['refusal without key', 'result message', ({ api, bodies }) => api.initiate(bodies.hostedPage(), { as: 'none' })],
];

for (const [variant, , ask, capability] of answers) {
  test(...rule('answers.headers', variant, capability), async ({ endpointContext, observe }) => {
    observe(headersOf((await ask(endpointContext)).headers));
  });

  test(...rule('answers.wording', variant, capability), async ({ endpointContext, observe }) => {
    const reply = await ask(endpointContext);
    observe(`message: ${wordingOf(reply)}; text_message: ${wordingOfField(reply, 'text_message')}`);
  });
}

for (const [variant, known, ask, capability] of answers.filter(([, known]) => known !== null)) {
  test(...rule('answers.further-fields', variant, capability), async ({ endpointContext, observe }) => {
    observe(furtherFields(await ask(endpointContext), known));
  });
}

test(...rule('answers.further-fields', 'deleted callback', 'callback-deletion'), async ({ deletion, observe }) => {
  observe(furtherFields(deletion.answer, 'result id message'));
});

test(...rule('answers.wording', 'deleted callback', 'callback-deletion'), async ({ deletion, observe }) => {
  observe(`message: ${wordingOf(deletion.answer)}`);
});

const furtherFields = (reply: Reply, known: string | null): string => {
  const error = asRecord(reply.field('error'));
  const ofError = error ? `; in the error object: ${fieldsBeyond(error, ['type', 'message'])}` : '';
  return fieldsBeyond(reply.json, (known ?? '').split(' ')) + ofError;
};
