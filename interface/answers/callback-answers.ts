import type { Body } from '../messages/requests.ts';
import { callbackOf, settableFields, shownEvents, type SettableField } from '../messages/callback.ts';
import { asRecord, type Reply } from '../messages/exchange.ts';
import { fieldIs, type Mismatch } from '../messages/mismatch.ts';
import { eventNames, shapes, type Shape } from '../messages/shapes.ts';
import { answers } from './shown-answers.ts';
import { answeredAs, type Outcome, type PromisedField } from './allowed-answer.ts';
import { isPlainAddress, isPlainDescription, mayBeBlocked } from './values.ts';

/** The fields of a callback whose values are certain; an update with an open outcome removes its fields. */
export type KnownFields = Partial<Readonly<Record<SettableField, unknown>>>;

const isCertain: Readonly<Record<SettableField, (value: unknown) => boolean>> = {
  url: (value) => typeof value === 'string' && isPlainAddress(value),
  description: (value) => typeof value === 'string' && isPlainDescription(value),
  events: (value) =>
    typeof value === 'string' && value.split(',').every((name) => (shownEvents as readonly string[]).includes(name)),
  is_active: (value) => typeof value === 'boolean',
};

/** Whether the interface promises to accept a value of an update as it is. */
export const isCertainValue = (field: SettableField, value: unknown): boolean => isCertain[field](value);

/** Whether the interface promises to accept an update: it has at least one field, each as described in 4.6. */
const isCertainUpdate = (change: Body): boolean =>
  Object.keys(change).length > 0 &&
  Object.entries(change).every(([field, value]) => isCertain[field as SettableField]?.(value));

/**
 * The allowed answers to PUT /v1/callback/update (4.6). The interface does not show errors of the callback endpoints; an
 * update that may be refused is answered like any other where it is not, unless a firewall has answered in its place.
 */
export const updateOutcomes = (id: string, change: Body): readonly Outcome[] =>
  isCertainUpdate(change) || !mayBeBlocked(change)
    ? [answeredAs(answers.callbackUpdate, ['callback-update.answered-id', 'id', shapes.exactly(id)])]
    : [];

export const deletionOutcomes = (id: string): readonly Outcome[] => [
  answeredAs(answers.callbackDeletion, ['callback-delete.answered-id', 'id', shapes.exactly(id)]),
];

/** What is known after an update, which keeps fields that were not sent (4.6). */
export const afterUpdate = (known: KnownFields, change: Body): KnownFields => {
  const certain = isCertainUpdate(change);
  const fields = { ...known };
  for (const field of settableFields) {
    if (!(field in change) || change[field] === undefined) continue;
    if (certain) fields[field] = change[field];
    else delete fields[field];
  }
  return fields;
};

/**
 * The allowed answers to GET /v1/callback/fetch (4.5).
 *
 * @param updates of the callback so far: one with an open outcome may have left it in a state that is not shown
 * @param isDescribed whether a description was sent: who made a callback elsewhere may have given it none
 */
export const fetchOutcomes = (id: string, updates: readonly Body[], isDescribed = true): readonly Outcome[] => {
  const { inside } = answers.callback;
  const doubtful = new Set(updates.filter((one) => !isCertainUpdate(one)).flatMap((one) => Object.keys(one)));
  // A callback that was never updated may have no date of its last update.
  doubtful.add('date_updated');
  if (!isDescribed) doubtful.add('description');
  const fields: PromisedField[] = [
    ['callback-fetch.same-id', 'id', shapes.exactly(id)],
    ...inside.fields.map(([rule, field, shape]): PromisedField => [
      rule,
      field,
      doubtful.has(field) ? (afterDoubt[field] ?? shape) : shape,
    ]),
  ];
  return [answeredAs({ ...answers.callback, inside: { ...inside, fields } })];
};

/** Wider shapes for fields without a certain value: a service may have accepted an empty url, or no events. */
const afterDoubt: Readonly<Record<string, Shape>> = {
  url: shapes.whenThere(shapes.anyText),
  description: shapes.whenThere(shapes.anyText),
  events: shapes.whenThere(shapes.events),
  date_updated: shapes.timestampOrNothing,
};

/** What is wrong with the values of a fetched callback, apart from its shape (2.7, 4.6). */
export const wrongState = (reply: Reply, id: string, known: KnownFields): Mismatch[] => {
  const callback = asRecord(callbackOf(reply)) ?? {};
  const expected: (readonly [string, Shape])[] = [
    ['id', shapes.exactly(id)],
    ...settableFields
      .filter((field) => known[field] !== undefined)
      .map((field) => [field, valueOf(field, known[field])] as const),
  ];
  return expected.flatMap(([field, shape]) => fieldIs(callback, field, shape));
};

const valueOf = (field: SettableField, value: unknown): Shape =>
  field === 'events' ? shapes.sameEvents(eventNames(value)) : shapes.exactly(value as string | boolean);
