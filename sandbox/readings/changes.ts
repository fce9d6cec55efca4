import { FieldRefusal, Refusal } from '../http/refusals.ts';
import { body, text, anyAnswer, within } from '../faults/changes.ts';
import type { Alteration, Change, Exchange, Json, Where } from '../faults/exchange.ts';
import { all, paymentPage } from '../faults/places.ts';

/** Effects that only readings have, on requests, messages and pages. */

/** Refuses, with a field-level error and without side effects, a request that the default sandbox accepts. */
export const refused = (where: Where, field: string, reason: string): Alteration => ({
  side: 'refused',
  where,
  refusal: () => new FieldRefusal(field, reason),
});

/** Refuses with another status, or without naming a field. */
export const refusedWithStatus = (where: Where, status: number, reason: string): Alteration => ({
  side: 'refused',
  where,
  refusal: () => new Refusal(status, reason),
});

/** Refuses several invalid fields in one field-level error. The label of the first field comes last. */
export const refusedTogether = (where: Where, broken: (exchange: Exchange) => string[]): Alteration => ({
  side: 'refused',
  where: all(where, (exchange) => broken(exchange).length > 1),
  refusal: (exchange) => {
    const [first = '', ...others] = broken(exchange);
    const labels = others.map((field) => `Parameter: ${field}.`).join(' ');
    return new FieldRefusal(first, `Several parameters are not valid. ${labels}`);
  },
});

/** Answers with this status. */
export const answered =
  (...codes: number[]): Where =>
  ({ answer }) =>
    codes.includes(answer.status);

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
export const replacing = (old: RegExp, markup: string | ((exchange: Exchange, found: string) => string)): Change => {
  return (answer, exchange, memory) =>
    text((html) => html.replace(old, (found) => (typeof markup === 'string' ? markup : markup(exchange, found))))(
      answer,
      exchange,
      memory,
    );
};
