import { z } from 'zod';
import type { Answer, PromisedField } from '../answers/allowed-answer.ts';
import { answers } from '../answers/shown-answers.ts';
import { shapes } from '../messages/shapes.ts';

// The schemas of requests and answers, by their names in the OpenAPI document. Additional fields are always allowed.

const { text, anyText, number, flag } = shapes;
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

const requests = { Initiation, Checkout, CallbackUpdate } as const;
const refusals = { Refusal, FieldRefusal } as const;
type AnswerName = keyof typeof answers;
export type SchemaName = keyof typeof requests | keyof typeof refusals | `${Capitalize<AnswerName>}Answer`;

/** The name of the schema of an answer: `HostedPageAnswer`. */
export const schemaNameOf = (name: AnswerName): SchemaName =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}Answer` as SchemaName;

/** The answers to an initiation, as far as an accepted one is shown or follows from what is (4.1). */
export const initiationAnswers: readonly AnswerName[] = (Object.keys(answers) as AnswerName[]).filter((name) =>
  /^(?:hostedPage|mobileMoney|operator)/.test(name),
);

/** Fields that the rows of an answer lack, because what they must be depends on the request. */
const ofRequest = (name: AnswerName): Record<string, z.ZodType> => {
  if (initiationAnswers.includes(name)) return { amount: shapes.whenThere(number), currency: shapes.whenThere(text) };
  return name.startsWith('callback') ? { id: text } : {};
};

const objectOf = (fields: readonly PromisedField[], further: Record<string, z.ZodType> = {}) =>
  z.looseObject({ ...further, ...Object.fromEntries(fields.map(([, field, shape]) => [field, shape])) });

/** The schema of an answer, of the rows by which it is judged. */
const schemaOf = (name: AnswerName) => {
  const { fields, inside, name: words }: Answer = answers[name];
  const further = ofRequest(name);
  const inner = inside && objectOf(inside.fields, further);
  // Whether an unknown callback is answered 200 is left open (4.5).
  const whole = objectOf(fields, inner ? {} : further).extend(name === 'callback' ? { result: shapes.result } : {});
  const shown = inner ? whole.extend({ [inside.field]: name === 'walletList' ? z.array(inner) : inner }) : whole;
  return shown.describe(`The answer "${words}".`);
};

/** Every schema of the document by name. */
const namedSchemas = {
  ...requests,
  ...refusals,
  ...Object.fromEntries((Object.keys(answers) as AnswerName[]).map((name) => [schemaNameOf(name), schemaOf(name)])),
};

/** The schemas as JSON Schema, with references by their path in an OpenAPI document. */
export const componentSchemas = (): Record<string, object> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // Its patterns would be read without their flags.
    override: ({ zodSchema, jsonSchema }) => void (zodSchema === shapes.htmlMessage && delete jsonSchema.allOf),
  });
  return Object.fromEntries(
    // Removes dialect and id: the document names the dialect once, and a schema is identified by its path.
    Object.entries(schemas).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema]),
  );
};
