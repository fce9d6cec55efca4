import { FieldRefusal, Refusal } from '../http/refusals.ts';
import { body, text, anyAnswer, within } from '../faults/changes.ts';
import type { Alteration, Change, Condition, Exchange, Json } from '../faults/exchange.ts';
import { all, paymentPage } from '../faults/conditions.ts';

/** Effects that only variants have, on requests, messages and pages. */

/** Refuses, with a field-level error and without side effects, a request that the default sandbox accepts. */
export const refused = (where: Condition, field: string): Alteration => ({
  side: 'refused',
  where,
  refusal: () => new FieldRefusal(field, 'The value is not allowed here.'),
});

/** Refuses with another status, or without naming a field. */
export const refusedWithStatus = (where: Condition, status: number): Alteration => ({
  side: 'refused',
  where,
  refusal: () => new Refusal(status, 'The request is not allowed.'),
});

/** Refuses several invalid fields in one field-level error. The label of the first field comes last. */
export const refusedTogether = (where: Condition, broken: (exchange: Exchange) => string[]): Alteration => ({
  side: 'refused',
  where: all(where, (exchange) => broken(exchange).length > 1),
  refusal: (exchange) => {
    const [first = '', ...others] = broken(exchange);
    const labels = others.map((field) => `Parameter: ${field}.`).join(' ');
    return new FieldRefusal(first, `Several parameters are not valid. ${labels}`);
  },
});

/** Rewords all messages, but keeps the labels and the markup that the interface defines. */
export const reworded = (make: (words: string) => string): Change[] => [
  body((json) => {
    const { message, text_message: plain } = json;
    if (typeof message !== 'string') return json;
    const marked = /<[a-z]/i.test(message);
    const words = make(message.replace(/<[^<>]*>/g, ' '));
    const plainText = typeof plain === 'string' ? { text_message: make(plain) } : {};
    return { ...json, message: marked ? `<b>${words}</b><br/>` : words, ...plainText };
  }),
  within('error', ({ json }) => {
    const [, reason = '', label = ''] = /^(.*?)((?:Parameter: \S+ ?)*)$/.exec(String(json['message'])) ?? [];
    json['message'] = `${make(reason)} ${label}`;
  }),
];

/** Adds fields that the answer lacks. */
export const adding =
  (make: (exchange: Exchange) => Json): Change =>
  ({ json }, exchange) => {
    for (const [name, value] of Object.entries(make(exchange))) json[name] ??= value;
  };

/** Changes the JSON text that is about to be sent. Put it after all changes of fields. */
export const jsonText =
  (write: (json: Json) => string): Change =>
  (answer) => {
    if (answer.text === undefined) answer.text = write(answer.json);
  };

/** Changes the payment page, in the given order. */
export const onPaymentPage = (...changes: Change[]): Alteration => anyAnswer(paymentPage, ...changes);

/** Replaces markup. */
export const replacing =
  (old: RegExp, markup: string | ((exchange: Exchange, found: string) => string)): Change =>
  (answer, exchange, state) => {
    const replace = (found: string): string => (typeof markup === 'string' ? markup : markup(exchange, found));
    text((html) => html.replace(old, replace))(answer, exchange, state);
  };
