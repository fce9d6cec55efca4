import * as fc from 'fast-check';
import { afterUpdate, mayHearOfPayments, unknownCallback } from '../../../interface/model/callback.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { shownEvents, type SettableField } from '../../../interface/messages/callback.ts';
import { anythingElse, changed, changeOf, hostileText } from './values.ts';

const segment = fc.constantFrom('hooks', 'Orders', 'new-One', 'v2', 'a_b');

/** Addresses of a host that does not exist, so that nothing is ever delivered. */
const hookAddress: fc.Arbitrary<string> = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '?by=suite', '?a=1&b=Two'))
  .map(([path, query]) => `https://merchant.example/${path.join('/')}${query}`);

const description = fc
  .array(fc.constantFrom('orders', 'of', 'Café', 'naïve', 'the', 'year', '2024', 'SHOP'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '));

const events = fc.subarray([...shownEvents], { minLength: 1 }).map((names) => names.join(','));

/** Updates as 4.6 describes them, of one field or more. */
const describedUpdate: fc.Arbitrary<Body> = fc
  .record({ url: hookAddress, description, events, is_active: fc.boolean() }, { requiredKeys: [] })
  .filter((change) => Object.keys(change).length > 0);

/** Updates with a part that the interface does not describe. All addresses are those of the suite. */
const undescribedUpdate: fc.Arbitrary<Body> = fc
  .tuple(
    fc.oneof(fc.constant({}), describedUpdate),
    fc.oneof(
      changeOf('url', fc.constantFrom('/hooks', 'not a url', 'https://merchant.example/naïve café')),
      changeOf('description', hostileText),
      changeOf('events', fc.constantFrom('parcel.lost', 'payout.created, payout.updated', 'payout', ',,')),
      changeOf('is_active', fc.constantFrom('maybe', 'false', 0, 1)),
      fc.record({ field: fc.constantFrom('any_other', 'id', 'failure_count'), value: anythingElse }),
    ),
  )
  .map(([change, one]) => changed(change, [one]));

/** Updates as described, and unspecified ones. */
export const anyUpdate: fc.Arbitrary<Body> = fc.oneof(describedUpdate, undescribedUpdate);

/** An update that leaves a callback in a known state, followed by another one. */
export const updatesOfKnown: fc.Arbitrary<{ before: Body; change: Body }> = fc
  .tuple(describedUpdate, fc.oneof(anyUpdate, undescribedUpdate))
  .map(([before, change]) => ({ before: { ...known, ...before }, change }))
  .filter(({ before, change }) => {
    const first = afterUpdate(unknownCallback, before);
    return !mayHearOfPayments(first) && !mayHearOfPayments(afterUpdate(first, change));
  });

/** Updates of one field only, each with its previous value. */
export const updatesFirst = (): { before: Body; change: Body }[] =>
  Object.entries(turns).flatMap(([field, [one, other]]) => [
    { before: { ...known, [field]: one }, change: { [field]: other } },
    { before: { ...known, [field]: other }, change: { [field]: one } },
  ]);

/** Two alternating values of each field. */
export const turns: Readonly<Record<SettableField, readonly [unknown, unknown]>> = {
  url: ['https://merchant.example/hooks/one', 'https://merchant.example/hooks/another'],
  description: ['one text', 'another text'],
  events: ['payout.created', 'payout.updated'],
  is_active: [true, false],
};

const known: Body = {
  url: 'https://merchant.example/hooks/known',
  description: 'known before',
  events: 'payout.created',
  is_active: true,
};
