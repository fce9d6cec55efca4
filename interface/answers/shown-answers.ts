import { shapes, type Shape } from '../messages/shapes.ts';
import type { Answer, PromisedField } from './allowed-answer.ts';

/** The status of a payment whose failure was requested, where one is given (3). */
const ofFailure = shapes.whenThere(shapes.oneOf('failed', 'pending', 'cancelled'));

/** Every accepting answer that section 4 shows. Specs and invariants judge by the same rows. */

const hostedPage: readonly PromisedField[] = [
  ['hosted.result', 'result', shapes.exactly('success')],
  ['hosted.transaction-id', 'transaction_id', shapes.identifier],
  ['hosted.transaction-reference', 'transaction_reference', shapes.identifier],
  ['hosted.message', 'message', shapes.text],
  ['hosted.url', 'hosted_url', shapes.address],
  ['hosted.status', 'status', shapes.whenThere(shapes.exactly('pending'))],
];

const operatorASuccess: readonly PromisedField[] = [
  ['operator-a-success.result', 'result', shapes.exactly('success')],
  ['operator-a-success.status', 'status', shapes.exactly('success')],
  ['operator-a-success.transaction-id', 'transaction_id', shapes.identifier],
  ['operator-a-success.transaction-reference', 'transaction_reference', shapes.identifier],
  ['operator-a-success.message-html', 'message', shapes.htmlMessage],
  ['operator-a-success.text-message', 'text_message', shapes.plainText],
];

const operatorAFailure: readonly PromisedField[] = [
  ['operator-a-failure.result', 'result', shapes.exactly('error')],
  ['operator-a-failure.transaction-id', 'transaction_id', shapes.identifier],
  ['operator-a-failure.transaction-reference', 'transaction_reference', shapes.identifier],
  ['operator-a-failure.message', 'message', shapes.failureMessage],
  ['operator-a-failure.checkout-id', 'checkout_id', shapes.identifier],
  ['operator-a-failure.status', 'status', ofFailure],
];

const mobileMoney: readonly PromisedField[] = [
  ['operator-b.result', 'result', shapes.exactly('success')],
  ['operator-b.transaction-id', 'transaction_id', shapes.identifier],
  ['operator-b.transaction-reference', 'transaction_reference', shapes.identifier],
  ['operator-b.message', 'message', shapes.text],
  ['operator-b.checkout-id', 'checkout_id', shapes.identifier],
  ['operator-b.status', 'status', shapes.whenThere(shapes.oneOf('pending', 'success'))],
];

const operatorC: readonly PromisedField[] = [
  ['operator-c.result', 'result', shapes.exactly('success')],
  ['operator-c.status', 'status', shapes.exactly('pending')],
  ['operator-c.transaction-id', 'transaction_id', shapes.identifier],
  ['operator-c.transaction-reference', 'transaction_reference', shapes.identifier],
  ['operator-c.message', 'message', shapes.text],
  ['operator-c.text-message', 'text_message', shapes.plainText],
  ['operator-c.qr-code', 'qr_code', shapes.identifier],
  ['operator-c.generated-code', 'code', shapes.identifier],
];

/** Fields of every answer of operators B and C to a requested failure, except the pending one of C. */
const askedToFail = (
  rule: 'operator-b.simulated-failure' | 'operator-c.simulated-failure',
  message: Shape = shapes.failureMessage,
): readonly PromisedField[] => [
  [rule, 'transaction_id', shapes.identifier],
  [rule, 'transaction_reference', shapes.identifier],
  [rule, 'message', message],
];

const checkout: readonly PromisedField[] = [
  ['checkout.result', 'result', shapes.exactly('success')],
  ['checkout.transaction-id', 'transaction_id', shapes.identifier],
  ['checkout.url', 'checkout_url', shapes.address],
];

const wallet: readonly PromisedField[] = [
  ['wallets.wallet-id', 'wallet_id', shapes.text],
  ['wallets.balance', 'balance', shapes.balance],
  ['wallets.currency', 'currency', shapes.text],
  ['wallets.message', 'message', shapes.anyText],
  ['wallets.details', 'details', shapes.object],
];

const callback: readonly PromisedField[] = [
  ['callback-fetch.url', 'url', shapes.text],
  ['callback-fetch.description', 'description', shapes.anyText],
  ['callback-fetch.events', 'events', shapes.events],
  ['callback-fetch.is-active', 'is_active', shapes.flag],
  ['callback-fetch.failure-count', 'failure_count', shapes.count],
  ['callback-fetch.last-triggered', 'last_triggered', shapes.timestampOrNothing],
  ['callback-fetch.date-created', 'date_created', shapes.timestamp],
  ['callback-fetch.date-updated', 'date_updated', shapes.timestamp],
];

export const answers = {
  hostedPage: { name: 'hosted page', accepted: 'hosted.accepted', fields: hostedPage },
  mobileMoney: { name: 'mobile money', accepted: 'operator-b.accepted', fields: mobileMoney },
  operatorASuccess: {
    name: 'operator A, success',
    accepted: 'operator-a-success.accepted',
    fields: operatorASuccess,
    plainVersion: 'operator-a-success.text-plain',
  },
  operatorAFailure: {
    name: 'operator A, simulated failure',
    accepted: 'operator-a-failure.accepted',
    fields: operatorAFailure,
  },
  operatorC: {
    name: 'operator C',
    accepted: 'operator-c.accepted',
    fields: operatorC,
    plainVersion: 'operator-c.text-message',
  },
  operatorCSuccess: {
    name: 'operator C, successful at once',
    accepted: 'operator-c.accepted',
    toldBy: { field: 'status', value: 'success' },
    fields: operatorC.map(([rule, field, shape]): PromisedField => [
      rule,
      field,
      field === 'status' ? shapes.exactly('success') : shape,
    ]),
    plainVersion: 'operator-c.text-message',
  },
  operatorBAnyway: {
    name: 'mobile money, although a failure was asked for',
    accepted: 'operator-b.simulated-failure',
    fields: [
      ...askedToFail('operator-b.simulated-failure', shapes.text),
      ['operator-b.simulated-failure', 'checkout_id', shapes.identifier],
      ['operator-b.simulated-failure', 'result', shapes.exactly('success')],
      ['operator-b.simulated-failure', 'status', ofFailure],
    ],
  },
  operatorBFailure: {
    name: 'operator B, simulated failure',
    accepted: 'operator-b.simulated-failure',
    toldBy: { field: 'result', value: 'error' },
    fields: [
      ...askedToFail('operator-b.simulated-failure'),
      ['operator-b.simulated-failure', 'result', shapes.exactly('error')],
      ['operator-b.simulated-failure', 'status', ofFailure],
    ],
  },
  operatorCAnyway: {
    name: 'operator C, pending although a failure was asked for',
    accepted: 'operator-c.simulated-failure',
    fields: operatorC.map(([, field, shape]): PromisedField => ['operator-c.simulated-failure', field, shape]),
    plainVersion: 'operator-c.simulated-failure',
  },
  operatorCFailedAtOnce: {
    name: 'operator C, failed at once',
    accepted: 'operator-c.simulated-failure',
    toldBy: { field: 'status', value: 'failed' },
    fields: [
      ...askedToFail('operator-c.simulated-failure'),
      ['operator-c.simulated-failure', 'result', shapes.exactly('success')],
      ['operator-c.simulated-failure', 'status', shapes.exactly('failed')],
    ],
  },
  operatorCFailure: {
    name: 'operator C, simulated failure',
    accepted: 'operator-c.simulated-failure',
    toldBy: { field: 'result', value: 'error' },
    fields: [
      ...askedToFail('operator-c.simulated-failure'),
      ['operator-c.simulated-failure', 'result', shapes.exactly('error')],
      ['operator-c.simulated-failure', 'status', ofFailure],
    ],
  },
  checkout: { name: 'checkout', accepted: 'checkout.accepted', fields: checkout },
  walletList: {
    name: 'wallet list',
    accepted: 'wallets.accepted',
    fields: [
      ['wallets.result', 'result', shapes.exactly('success')],
      ['wallets.list', 'wallets', shapes.list],
    ],
    inside: { field: 'wallets', fields: wallet },
  },
  callback: {
    name: 'callback',
    accepted: 'callback-fetch.accepted',
    fields: [
      ['callback-fetch.result', 'result', shapes.exactly('success')],
      ['callback-fetch.callback', 'callback', shapes.object],
    ],
    inside: { field: 'callback', fields: callback },
  },
  callbackUpdate: {
    name: 'confirmed update',
    accepted: 'callback-update.accepted',
    fields: [
      ['callback-update.result', 'result', shapes.exactly('success')],
      ['callback-update.message', 'message', shapes.text],
    ],
  },
  callbackDeletion: {
    name: 'confirmed deletion',
    accepted: 'callback-delete.accepted',
    fields: [
      ['callback-delete.result', 'result', shapes.exactly('success')],
      ['callback-delete.message', 'message', shapes.text],
    ],
  },
} as const satisfies Readonly<Record<string, Answer>>;
