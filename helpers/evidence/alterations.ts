import { statedFor, type Facts } from '../../interface/answers/judge-exchange.ts';
import { asRecord, type Reply } from '../../interface/messages/exchange.ts';
import { shownEvents } from '../../interface/messages/callback.ts';
import { transactionStatuses as states } from '../../interface/messages/shapes.ts';
import type { PaymentRecord } from '../payments/payment-record.ts';

/** One change to something that a test received, made in place. */
export interface Alteration {
  /** The main section of what is altered. */
  section: string;
  /** What was altered and how, for example `POST /v1/transactions 200, transaction_id: absent`; no data of the target. */
  kind: string;
  /** Makes the change; the returned function takes it back. */
  apply: () => () => void;
}

type Change = readonly [how: string, value: unknown];
type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * The alterations of an answer: each promised field, the status and the content type.
 *
 * @param another an answer of the same kind to another request, whose values are given to this one
 * @param others the other exchanges of the test
 */
export const alterationsOfReply = (
  reply: Reply,
  another: Reply | undefined,
  facts: Facts,
  others: readonly Reply[],
): Alteration[] => {
  const path = reply.asked.replace(/(\/callback\/\w+)\/.*/, '$1');
  const section = sectionOf[path.split(' ')[1] ?? ''] ?? '4';
  const stated = statedFor(reply, facts, others);
  if (stated === undefined) return [];
  const { as, fields } = stated;
  const named = `${path} ${reply.status} ${as}`;
  return [
    ...fields.flatMap((names) => {
      const name = names.at(-1) ?? '';
      const [parent, value] = valueAt(reply, names);
      if (parent === undefined || value === undefined) return [];
      const other = another && valueAt(another, names)[1];
      return changesOf(name, value, other).map(([how, changed]): Alteration => {
        return { section, kind: `${named}, ${names.join('.')}: ${how}`, apply: () => assign(parent, name, changed) };
      });
    }),
    ...(otherStatus[reply.status] ?? []).map((status): Alteration => {
      const kind = `${named}: HTTP ${status}`;
      return { section, kind, apply: () => assign(reply as Changeable<Reply>, 'status', status) };
    }),
    {
      section,
      kind: `${named}: Content-Type text/html`,
      apply: () => assign(reply as Changeable<Reply>, 'headers', { ...reply.headers, 'content-type': 'text/html' }),
    },
  ];
};

const sectionOf: Readonly<Record<string, string>> = {
  '/v1/transactions': '4.1',
  '/v1/checkout': '4.2',
  '/v1/wallets/list': '4.3',
  '/v1/wallets/balance': '4.4',
  '/v1/wallet/balance': '4.4',
  '/v1/callback/fetch': '4.5',
  '/v1/callback/update': '4.6',
  '/v1/callback/delete': '4.7',
};

const otherStatus: Readonly<Record<number, readonly number[]>> = {
  200: [201, 400, 500],
  400: [200, 422, 500],
  401: [200, 403, 500],
};

/** The values that take the place of one, each with what was done. */
const changesOf = (name: string, value: unknown, other: unknown): Change[] => [
  ['absent', undefined],
  // A list of events may also be a text (2.7).
  ['of another type', asRecord(value) === undefined ? { value } : 'text'],
  ...emptied(value),
  ...(wordsOf[name] ?? []).filter((word) => word !== value).map((word): Change => [`the word ${word}`, word]),
  ...(other !== undefined && isOwn(name) && other !== value ? [['of another answer', other] as const] : []),
  ...(typeof value === 'number' && /amount/.test(name) ? [['one more', value + 1] as const] : []),
  ...(typeof value === 'string' && /Parameter:/.test(value)
    ? ([
        ['another label', value.replace('Parameter:', 'Field:')],
        [
          'another field named',
          value.replace(/Parameter: \w*/, value.includes('currency') ? 'Parameter: amount' : 'Parameter: currency'),
        ],
      ] as const)
    : []),
];

const emptied = (value: unknown): Change[] => {
  if (value === '' || value === null) return [];
  return typeof value === 'string' ? [['empty', '']] : [['null', null]];
};

const wordsOf: Readonly<Record<string, readonly string[]>> = {
  result: ['success', 'error', 'ok'],
  status: [...states, 'unheard-of'],
  type: ['OtherError'],
  currency: ['XTS'],
  events: [...shownEvents.slice(0, 1), 'unheard.of'],
};

/** Fields whose value belongs to one transaction, checkout or callback. */
const isOwn = (name: string): boolean => /(^|_)(id|url|reference)$/.test(name);

const valueAt = (reply: Reply, names: readonly string[]): [Record<string, unknown> | undefined, unknown] => {
  let parent: Record<string, unknown> | undefined;
  let value: unknown = reply.json;
  for (const name of names) {
    // Of a list, the first part stands for all.
    parent = asRecord(Array.isArray(value) ? value[0] : value);
    value = parent?.[name];
  }
  return [parent, value];
};

/**
 * The alterations of a payment in the browser: where it arrived, each parameter, and the amount on each page.
 *
 * @param another a payment of the same channel, whose parameters are given to this one
 */
export const alterationsOfPayment = (payment: PaymentRecord, another: PaymentRecord | undefined): Alteration[] => {
  const { channel, amount, pages } = payment;
  const [arrival] = payment.arrivals;
  const [foreign] = another?.arrivals ?? [];
  const end = payment.ended ?? 'looked at';
  const parameters: readonly (readonly [string, string])[] = arrival?.parameters ?? [];
  const arrivals = (how: string, changed: PaymentRecord['arrivals']): Alteration => ({
    section: '2.3',
    kind: `${channel}, ${end}, arrival: ${how}`,
    apply: () => assign(payment, 'arrivals', changed),
  });
  const withParameters = (how: string, changed: readonly (readonly [string, string])[]): Alteration[] =>
    arrival ? [arrivals(how, [{ ...arrival, parameters: changed }, ...payment.arrivals.slice(1)])] : [];
  const changedAt = (index: number, value: readonly (readonly [string, string])[]) =>
    parameters.toSpliced(index, 1, ...value);
  return [
    ...(arrival
      ? [
          arrivals('none', []),
          arrivals('twice', [arrival, arrival]),
          arrivals('at the other address', [{ ...arrival, kind: arrival.kind === 'success' ? 'failure' : 'success' }]),
          arrivals('at another path', [{ ...arrival, path: `${arrival.path}/elsewhere` }]),
        ]
      : []),
    ...parameters.flatMap(([name, value], index) => {
      const said = ownParameters.has(name) ? name : 'a parameter of the merchant';
      const other = foreign?.parameters.find(([one]) => one === name)?.[1];
      return [
        ...withParameters(`${said} absent`, changedAt(index, [])),
        ...withParameters(
          `${said} twice`,
          changedAt(index, [
            [name, value],
            [name, value],
          ]),
        ),
        ...withParameters(`${said} renamed`, changedAt(index, [[`${name}_`, value]])),
        ...withParameters(`${said} empty`, value === '' ? [] : changedAt(index, [[name, '']])),
        ...(other !== undefined && other !== value && name !== 'status'
          ? withParameters(`${said} of another payment`, changedAt(index, [[name, other]]))
          : []),
        ...(name === 'status'
          ? [...states, 'unheard-of']
              .filter((word) => word !== value)
              .flatMap((word) => withParameters(`the word ${word} as status`, changedAt(index, [[name, word]])))
          : []),
      ];
    }),
    ...(amount === undefined ? [] : pages).flatMap((text, index) =>
      otherAmounts(text, amount ?? 0).map(([how, changed]): Alteration => ({
        section: '4.1',
        kind: `${channel}, amount on the page: ${how}`,
        apply: () => assign(payment, 'pages', pages.toSpliced(index, 1, changed)),
      })),
    ),
  ];
};

const ownParameters = new Set(['status', 'checkout_id', 'transaction_id', 'transaction_reference']);

/** The page with another amount, wherever it shows the payment's in main units with two decimals. */
const otherAmounts = (text: string, amount: number): [string, string][] => {
  const written = (subunits: number): string => (subunits / 100).toFixed(2);
  const pattern = new RegExp(`(?<![\\d.,])${written(amount).replace('.', '\\.')}(?!\\d)`, 'g');
  if (!pattern.test(text)) return [];
  return (
    [
      ['ten times as much', 10 * amount],
      ['a hundred times as much', 100 * amount],
      ['one main unit more', amount + 100],
    ] as const
  ).map(([how, changed]) => [how, text.replace(pattern, written(changed))]);
};

const assign = <Owner extends object>(owner: Owner, name: string & keyof Owner, value: unknown): (() => void) => {
  const before = owner[name];
  if (value === undefined) delete owner[name];
  else owner[name] = value as Owner[typeof name];
  return () => void (owner[name] = before);
};
