import { z } from 'zod';
import { shapes } from '../messages/shapes.ts';

// The schemas of requests and answers, by their names in the OpenAPI document. Additional fields are always allowed.

const { text, anyText, number, flag, status, result } = shapes;
const succeeded = shapes.exactly('success');
const failed = shapes.exactly('error');
const address = shapes.address.meta({ format: 'uri' });
const described = (shape: z.ZodType, description: string) => shape.describe(description);

const addresses = {
  success_url: described(address, 'Where the browser goes after a successful payment (2.1, 2.5).').optional(),
  failure_url: described(address, 'Where the browser goes after a failed payment (2.1, 2.5).').optional(),
};
const amount = described(number, 'In the subunit of the currency (2.1).');
const currency = described(text, 'Currency code; which ones there are is left open (8).');
const reference = described(
  text,
  "The merchant's own reference; the service generates one when it is absent.",
).optional();

const Initiation = z
  .looseObject({
    amount,
    email: described(text, "The customer's e-mail address."),
    currency,
    mobile_money_number: described(shapes.text.regex(/^0/), 'Starts with zero; only with mobile money.').optional(),
    transaction_reference: reference,
    ...addresses,
    payment_method_type: described(
      text,
      'mobile_money sends the prompt straight to the phone, without a page.',
    ).optional(),
    payment_method_code: described(text, 'Code of the operator (2.4); the codes are left open.').optional(),
    requested_response: described(
      z.enum(['success', 'failed']),
      'The outcome to simulate in the test environment; required for operator A (2.4).',
    ).optional(),
  })
  .meta({
    description: 'Starts a transaction (2.1).',
    // The four rules of 4.1, as far as a schema can express them.
    dependentRequired: { mobile_money_number: ['payment_method_type'] },
    if: { properties: { payment_method_type: { const: 'mobile_money' } }, required: ['payment_method_type'] },
    // oxlint-disable-next-line unicorn/no-thenable
    then: {
      // Repeated, because the linter looks for required fields only here.
      properties: { payment_method_code: {}, mobile_money_number: {} },
      required: ['payment_method_code', 'mobile_money_number'],
    },
    else: { properties: { mobile_money_number: false } },
  });

const Checkout = z
  .looseObject({
    publishable_key: described(text, 'The publishable key, which is the credential of this request (5).'),
    amount: described(number, 'In the subunit; without it the customer sets it on the page (2.5).').optional(),
    transaction_reference: reference,
    currency,
    ...addresses,
  })
  .describe('Starts a hosted checkout (2.5).');

const CallbackUpdate = z
  .looseObject({
    url: described(text, 'The new address.').optional(),
    description: described(anyText, 'The new description.').optional(),
    events: described(anyText, 'Event names, separated by commas (6).').optional(),
    is_active: described(flag, 'Activates or deactivates the callback.').optional(),
  })
  .describe('The fields to change; others stay unchanged (4.6).');

/** Fields that 2.2 lists for some answers, and no shape of 4.1 promises. */
const sometimes = {
  status: shapes.whenThere(status),
  amount: shapes.whenThere(number),
  currency: shapes.whenThere(text),
};
const transaction = { transaction_id: text, transaction_reference: text, message: text, ...sometimes };

const HostedPageStarted = z
  .looseObject({ result: succeeded, ...transaction, hosted_url: address })
  .describe('The customer has to be sent to hosted_url (4.1).');
const MobileMoneyStarted = z
  .looseObject({ result: succeeded, ...transaction, checkout_id: text })
  .describe('The prompt was sent to the phone (4.1).');
const OperatorASucceeded = z
  .looseObject({
    result: succeeded,
    ...transaction,
    status: shapes.exactly('success'),
    message: described(text, 'With HTML: bold tags and line breaks (2.2).'),
    text_message: described(text, 'The message without markup.'),
  })
  .describe('Operator A in the test environment, simulated success (2.4, 4.1).');
const OperatorCPending = z
  .looseObject({
    result: succeeded,
    ...transaction,
    status: shapes.exactly('pending'),
    text_message: text,
    qr_code: text,
    code: text,
  })
  .describe('Operator C: the customer enters the code (2.4, 4.1).');
const SimulatedFailure = z
  .looseObject({ result: failed, ...transaction, checkout_id: text })
  .describe('A simulated failure is answered 200 with result error (4.1, 7).');

const CheckoutStarted = z
  .looseObject({ result, transaction_id: text, checkout_url: address })
  .describe('checkout_url has to be loaded in a frame (2.5).');

const Wallet = z
  .looseObject({
    wallet_id: text,
    balance: described(text, 'The balance, as text.'),
    currency: text,
    message: anyText,
    details: described(shapes.object, 'Its contents are left open (2.6).'),
  })
  .describe('A wallet (2.6).');
const WalletList = z.looseObject({ result: succeeded, wallets: z.array(Wallet) }).describe('The wallets (4.3).');

const Callback = z
  .looseObject({
    id: text,
    url: text,
    description: anyText,
    events: shapes.events,
    is_active: flag,
    failure_count: described(shapes.count, 'Deliveries that failed one after the other (6).'),
    last_triggered: shapes.timestampOrNothing,
    date_created: shapes.timestamp,
    date_updated: shapes.timestampOrNothing.describe('a timestamp string, or nothing before the first update'),
  })
  .describe('A subscription to events (2.7). The notation of timestamps is left open.');
const CallbackFetched = z.looseObject({ result, callback: Callback }).describe('One callback (4.5).');
const CallbackChanged = z
  .looseObject({ result: succeeded, id: text, message: text })
  .describe('The confirmation of an update or a deletion (4.6, 4.7).');

const Refusal = z.looseObject({ result: failed, message: text }).describe('An error with a message (7).');
const FieldRefusal = z
  .looseObject({
    result: failed,
    error: z.looseObject({
      type: described(text, 'InvalidRequestParameters; other types are left open.'),
      message: described(text, 'Names the field after the label "Parameter:".'),
    }),
  })
  .describe('The refusal of a field (7).');

/** Every schema of the document by name. */
const namedSchemas = {
  Initiation,
  Checkout,
  CallbackUpdate,
  HostedPageStarted,
  MobileMoneyStarted,
  OperatorASucceeded,
  OperatorCPending,
  SimulatedFailure,
  CheckoutStarted,
  Wallet,
  WalletList,
  Callback,
  CallbackFetched,
  CallbackChanged,
  Refusal,
  FieldRefusal,
} as const;
export type SchemaName = keyof typeof namedSchemas;

/** The schemas as JSON Schema, with references by their path in an OpenAPI document. */
export const componentSchemas = (): Record<string, object> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    // Removes dialect and id: the document names the dialect once, and a schema is identified by its path.
    Object.entries(schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema]),
  );
};
