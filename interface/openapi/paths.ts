import { initiationAnswers, schemaNameOf, type SchemaName } from './schemas.ts';

const schema = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const json = (...names: SchemaName[]) => ({
  'application/json': { schema: names.length > 1 ? { anyOf: names.map(schema) } : schema(names[0] ?? 'Refusal') },
});
/** The linter validates examples against the schemas. */
const withExamples = (of: SchemaName, examples: Record<string, object>) => ({
  schema: schema(of),
  examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
});
const answer = (description: string, ...names: SchemaName[]) => ({ description, content: json(...names) });
const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });

const unauthorized = { 401: shared('Unauthorized') };
const refusals = { 400: shared('BadRequest'), ...unauthorized, 500: shared('ServerError') };
const callbackErrors = { ...unauthorized, default: shared('CallbackError') };

const query = (name: string, of: object, description: string) => ({ name, in: 'query', schema: of, description });
const callbackId = {
  name: 'callback_id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The id of a callback (2.7).',
};
const date = { type: 'string', format: 'date' };

const hostedPage = { amount: 1000, email: 'somebody@example.com', currency: 'XTS' };
const mobileMoney = {
  ...hostedPage,
  payment_method_type: 'mobile_money',
  payment_method_code: 'OPERATOR_A',
  mobile_money_number: '0700000000',
  requested_response: 'success',
};
const checkout = { publishable_key: '<PUBLISHABLE_KEY>', currency: 'XTS' };
const update = { url: 'https://merchant.example/hooks', events: 'payment.completed,payment.failed', is_active: true };

/** Balances have two paths; the interface leaves open which one is authoritative (4.4). */
const balance = (operationId: string, summary: string) => ({
  get: {
    operationId,
    summary,
    description:
      'Section 4.4 shows a plural and a singular path and does not say which one is authoritative. The form of the answer is left open as well.',
    tags: ['Wallets'],
    parameters: [query('currency', { type: 'string' }, 'Only this currency; all wallets if absent (4.4).')],
    responses: {
      200: { description: 'The balance or balances, in any form (4.4).', content: { 'application/json': {} } },
      ...refusals,
      default: shared('Undescribed'),
    },
  },
});

/** Every endpoint of section 4. */
export const paths = {
  '/v1/transactions': {
    post: {
      operationId: 'initiateTransaction',
      summary: 'Start a transaction',
      description:
        'Section 4.1. The customer pays on a hosted page, or is prompted on the phone when payment_method_type is mobile_money.',
      tags: ['Transactions'],
      requestBody: {
        required: true,
        content: { 'application/json': withExamples('Initiation', { hostedPage, mobileMoney }) },
      },
      responses: {
        // anyOf, because additional fields are allowed, so that an answer may match several forms.
        200: answer(
          'The transaction was started, or its failure simulated (2.2, 4.1).',
          ...initiationAnswers.map(schemaNameOf),
        ),
        ...refusals,
        default: shared('Undescribed'),
      },
    },
  },
  '/v1/checkout': {
    post: {
      operationId: 'startCheckout',
      summary: 'Start a hosted checkout',
      description:
        'Section 4.2. A JSON request is answered with an address for a frame; a form post takes the browser to the checkout. There is no Authorization header: the publishable key is in the body (5).',
      tags: ['Checkout'],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': withExamples('Checkout', { smallest: checkout }),
          'application/x-www-form-urlencoded': withExamples('Checkout', { smallest: checkout }),
        },
      },
      responses: {
        200: answer('The checkout was started by a JSON request (4.2).', 'CheckoutAnswer'),
        ...refusals,
        default: {
          description:
            'A form post is answered in a way that takes the browser to the checkout; status, headers and body of that answer are left open (4.2).',
        },
      },
    },
  },
  '/v1/wallets/list': {
    get: {
      operationId: 'listWallets',
      summary: 'List wallets',
      description: 'Section 4.3.',
      tags: ['Wallets'],
      parameters: [
        query('start_date', date, 'First day, as YYYY-MM-DD.'),
        query('end_date', date, 'Last day, as YYYY-MM-DD.'),
        query('limit', { type: 'integer' }, 'Used in an example; bounds and default are left open.'),
      ],
      responses: {
        200: answer('The wallets; there may be none (4.3).', 'WalletListAnswer'),
        ...refusals,
        default: shared('Undescribed'),
      },
    },
  },
  '/v1/wallets/balance': balance('readBalances', 'Read balances'),
  '/v1/wallet/balance': balance('readBalance', 'Read a balance, on the singular path'),
  '/v1/callback/fetch/{callback_id}': {
    get: {
      operationId: 'fetchCallback',
      summary: 'Fetch a callback',
      description: 'Section 4.5.',
      tags: ['Callbacks'],
      parameters: [callbackId],
      responses: { 200: answer('The callback (4.5).', 'CallbackAnswer'), ...callbackErrors },
    },
  },
  '/v1/callback/update/{callback_id}': {
    put: {
      operationId: 'updateCallback',
      summary: 'Update a callback',
      description: 'Section 4.6. Fields that are not sent stay unchanged.',
      tags: ['Callbacks'],
      parameters: [callbackId],
      requestBody: {
        required: true,
        content: { 'application/json': withExamples('CallbackUpdate', { newAddress: update }) },
      },
      responses: { 200: answer('The callback was updated (4.6).', 'CallbackUpdateAnswer'), ...callbackErrors },
    },
  },
  '/v1/callback/delete/{callback_id}': {
    delete: {
      operationId: 'deleteCallback',
      summary: 'Delete a callback',
      description: 'Section 4.7.',
      tags: ['Callbacks'],
      parameters: [callbackId],
      responses: { 200: answer('The callback was deleted (4.7).', 'CallbackDeletionAnswer'), ...callbackErrors },
    },
  },
};

/** The answers that several endpoints share (7). */
export const responses = {
  BadRequest: answer('Invalid parameters, in either of two bodies (7).', 'Refusal', 'FieldRefusal'),
  Unauthorized: answer('The key is missing or invalid (5, 7).', 'Refusal'),
  ServerError: answer('The service failed; try again later (7).', 'Refusal'),
  CallbackError: { description: 'Errors of the callback endpoints are left open (4.7).' },
  Undescribed: { description: 'Other statuses are left open (7).' },
};
