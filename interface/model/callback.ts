import type { Body } from '../messages/requests.ts';
import { callbackOf, settableFields, shownEvents, type SettableField } from '../messages/callback.ts';
import { asRecord, type Reply } from '../messages/exchange.ts';
import { fieldIs, type Findings } from '../messages/wording/findings.ts';
import { eventNames, shapes, type Shape } from '../messages/shapes.ts';
import { answers } from './answers.ts';
import { anyAnswer, type Outcome, type PromisedField } from './outcome.ts';
import { isPlainAddress, isPlainDescription, stopsOnTheWay } from './values.ts';

/** What is known of a callback: the fields whose value is certain. After a doubtful update a field is in nobody's hands. */
export interface KnownCallback {
  readonly fields: Partial<Readonly<Record<SettableField, unknown>>>;
  /** Whether it was certainly updated once: then it has a date of that. */
  readonly updated: boolean;
  /** What it may be, after doubtful updates: active, and subscribed to payments. */
  readonly maybe: { readonly active: boolean; readonly payments: boolean };
  /** The callback as the last fetch showed it; absent once it was updated since. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** When it was created, as the first fetch showed it. */
  readonly created?: unknown;
}

/** A callback of which nothing is known yet. */
export const unknownCallback: KnownCallback = { fields: {}, updated: false, maybe: { active: true, payments: true } };

const isCertain: Readonly<Record<SettableField, (value: unknown) => boolean>> = {
  url: (value) => typeof value === 'string' && isPlainAddress(value),
  description: (value) => typeof value === 'string' && isPlainDescription(value),
  events: (value) =>
    typeof value === 'string' && value.split(',').every((name) => (shownEvents as readonly string[]).includes(name)),
  is_active: (value) => typeof value === 'boolean',
};

/** An update that the interface promises to take: at least one field, and each of them as 4.6 describes it. */
const isCertainUpdate = (change: Body): boolean =>
  Object.keys(change).length > 0 &&
  Object.entries(change).every(([field, value]) => isCertain[field as SettableField]?.(value));

/** How PUT /v1/callback/update may be answered (4.6). Errors of the callback endpoints are not shown. */
export const updateOutcomes = (id: string, change: Body): readonly Outcome[] =>
  isCertainUpdate(change)
    ? [{ kind: 'answer', answer: answers.callbackUpdate, also: [['id', shapes.exactly(id)]] }]
    : [{ kind: 'open', shown: stopsOnTheWay(change) ? [] : [200, 401], accepted: anyAnswer }];

export const deletionOutcomes = (id: string): readonly Outcome[] => [
  { kind: 'answer', answer: answers.callbackDeletion, also: [['id', shapes.exactly(id)]] },
];

/** What is known after an update: fields that were not sent stay as they were (4.6). */
export const afterUpdate = (known: KnownCallback, change: Body): KnownCallback => {
  const certain = isCertainUpdate(change);
  const fields = { ...known.fields };
  for (const field of settableFields) {
    if (!(field in change) || change[field] === undefined) continue;
    if (certain) fields[field] = change[field];
    else delete fields[field];
  }
  const sent = {
    active: 'is_active' in change ? change.is_active !== false : known.maybe.active,
    payments: 'events' in change ? String(change.events).includes('payment') : known.maybe.payments,
  };
  const { active, payments } = known.maybe;
  const maybe = certain ? sent : { active: active || sent.active, payments: payments || sent.payments };
  return { fields, updated: known.updated || certain, maybe, created: known.created };
};

/** What is known after a fetch: everything it showed. */
export const afterFetch = (known: KnownCallback, reply: Reply): KnownCallback => {
  const seen = callbackOf(reply) ?? {};
  const fields = {
    url: seen.url,
    description: seen.description,
    events: eventNames(seen.events).join(','),
    is_active: seen.is_active,
  };
  const maybe = { active: seen.is_active !== false, payments: fields.events.includes('payment') };
  return { fields, updated: known.updated, maybe, seen, created: seen.date_created };
};

/** How GET /v1/callback/fetch may be answered (4.5). */
export const fetchOutcomes = (known: KnownCallback): readonly Outcome[] => {
  const { inside } = answers.callback;
  const fields = inside.fields.map(([rule, field, shape]): PromisedField => [
    rule,
    field,
    isDoubtful(known, field) ? (afterDoubt[field] ?? shape) : shape,
  ]);
  return [{ kind: 'answer', answer: { ...answers.callback, inside: { ...inside, fields } }, also: [] }];
};

/** What a field may be as well while nothing certain was written to it: a service may take an empty url, or no events. */
const afterDoubt: Readonly<Record<string, Shape>> = {
  url: shapes.whenThere(shapes.anyText),
  description: shapes.whenThere(shapes.anyText),
  events: shapes.whenThere(shapes.events),
  date_updated: shapes.timestampOrNothing,
};

const isDoubtful = ({ fields, updated }: KnownCallback, field: string): boolean =>
  field === 'date_updated' ? !updated : !isCertain[field as SettableField]?.(fields[field as SettableField]);

/** What is wrong with the values of a fetched callback, its shape apart (2.7, 4.6). */
export const wrongState = (reply: Reply, id: string, known: KnownCallback): Findings => {
  const callback = asRecord(callbackOf(reply)) ?? {};
  const { seen, created } = known;
  const expected: (readonly [string, Shape])[] = [
    ['id', shapes.exactly(id)],
    ...settableFields
      .filter((field) => known.fields[field] !== undefined)
      .map((field) => [field, valueOf(field, known.fields[field])] as const),
    ...(created === undefined ? [] : [['date_created', shapes.exactly(String(created))] as const]),
    // Nothing was done to it since it was last seen, whatever was done to others.
    ...(seen === undefined ? [] : [['date_updated', shapes.same(seen.date_updated)] as const]),
  ];
  return expected.flatMap(([field, shape]) => fieldIs(callback, field, shape));
};

const valueOf = (field: SettableField, value: unknown): Shape =>
  field === 'events' ? shapes.sameEvents(eventNames(value)) : shapes.exactly(value as string | boolean);

/** Whether a payment may be told to it, which may change it (6). */
export const mayHearOfPayments = ({ maybe }: KnownCallback): boolean => maybe.active && maybe.payments;
