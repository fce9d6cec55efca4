import { asRecord } from '../../interface/messages/exchange.ts';
import type { Seen } from './statements.ts';

/** An answer with one alteration, which `what` describes. */
interface Altered {
  readonly what: string;
  readonly answer: Seen['answer'];
}

const absent = Symbol('absent');
const values: readonly unknown[] = [
  absent,
  null,
  '',
  ' ',
  'undefined',
  'other',
  'success',
  'error',
  42,
  -1,
  true,
  [],
  {},
];
const statuses = [200, 201, 302, 400, 401, 403, 404, 422, 500, 503];

/** Copies of an answer with one alteration each: of the status, the type, or the value of one field. */
export const alterationsOf = (answer: Seen['answer']): Altered[] => [
  ...statuses
    .filter((status) => status !== answer.status)
    .map((status) => ({ what: `status ${status}`, answer: { ...answer, status } })),
  { what: 'another content type', answer: { ...answer, type: 'other' } },
  ...bodiesLike(answer.body).map(([what, body]) => ({ what, answer: { ...answer, body } })),
];

const bodiesLike = (body: unknown, depth = 2): [what: string, body: unknown][] => {
  if (Array.isArray(body)) {
    const [first, ...others] = body as unknown[];
    return body.length === 0 ? [] : bodiesLike(first, depth).map(([what, one]) => [`[0].${what}`, [one, ...others]]);
  }
  const fields = asRecord(body);
  if (!fields) return [];
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => [
    ...values
      .filter((other) => other !== value)
      .map((other): [string, unknown] => [
        `${name} ${other === absent ? 'left out' : JSON.stringify(other)}`,
        withField(fields, name, other),
      ]),
    ...(depth === 0 ? [] : bodiesLike(value, depth - 1)).map(([what, inner]): [string, unknown] => [
      `${name}.${what}`,
      { ...fields, [name]: inner },
    ]),
  ]);
};

const withField = (fields: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown =>
  Object.fromEntries(Object.entries({ ...fields, [name]: value }).filter(([, one]) => one !== absent));
