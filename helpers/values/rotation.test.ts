import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bodies } from '../client/bodies.ts';
import { formOfReference } from '../client/references.ts';
import { factsOf } from '../settings/facts.ts';
import { parseSettings } from '../settings/settings.ts';
import { pairsIn } from './combinations.ts';
import { formsOf, kinds, learnedFlows, type AcceptedForms } from './forms.ts';
import { Rotation } from './rotation.ts';

const settings = parseSettings({});
const forms = formsOf(settings);
const names = Object.fromEntries(kinds.map((kind) => [kind, forms[kind].flatMap((group) => Object.keys(group))]));
const all = Object.fromEntries(learnedFlows.map((flow) => [flow, names])) as AcceptedForms;

/** What bodies of a test carry, with the forms of their references. */
const sent = (seed: string, test: string, changes: readonly object[], accepted = all): string[] => {
  const bodies = new Bodies(settings, new Rotation(parseSettings({ SEED: seed }), accepted, test));
  return changes.map((change) => {
    const { transaction_reference, ...others } = bodies.hostedPage(bodies.optional(change as Record<string, unknown>));
    return JSON.stringify({ ...others, form: formOfReference(transaction_reference) });
  });
};

test('a request has the same values again by seed, test and place, whatever the order', () => {
  const changes = [{}, { email: 'a@example.com' }, {}, { email: undefined }];
  const first = sent('1', 'a test', changes);
  assert.deepEqual(sent('1', 'a test', changes), first);
  assert.deepEqual(sent('1', 'a test', changes.toReversed()).toSorted(), first.toSorted());
  assert.notDeepEqual(sent('2', 'a test', changes), first);
  assert.notDeepEqual(sent('1', 'another test', changes), first);
  assert.notEqual(first[0], first[2]);
});

test('only what a flow accepts is sent, and the judgement knows it', () => {
  const plain = sent(
    '1',
    'a test',
    Array.from({ length: 50 }, () => ({})),
    {},
  );
  assert.equal(new Set(plain).size, 1);
  const accepts = factsOf(settings, { ...all, 'operator A': undefined } as AcceptedForms).accepts;
  assert.deepEqual(
    (['hosted page', 'operator A'] as const).map((flow) => accepts?.(flow, 'amount', 1999)),
    [true, false],
  );
});

test('no amount is above MAX_AMOUNT', () => {
  for (const [amount, most] of [
    ['1000', '1000'],
    ['1000', '1050'],
    ['7', '100000'],
    ['150000', '2147483648'],
  ] as const) {
    const amounts = formsOf(parseSettings({ AMOUNT: amount, MAX_AMOUNT: most })).amount.flatMap((group) =>
      Object.values(group).flat(),
    );
    assert.ok(amounts.every((one) => Number(one) > 0 && Number(one) <= Number(most) && Number.isInteger(one)));
  }
});

test('values in turn carry each amount in each currency', () => {
  const inTwo = parseSettings({ CURRENCY: 'XTS, USD' });
  const amounts = formsOf(inTwo).amount.flatMap((group) => Object.keys(group));
  for (const some of [amounts, amounts.slice(1)]) {
    const named = { ...names, amount: some, currency: ['usual', 'the second one'] };
    const rotation = new Rotation(inTwo, { checkout: named } as unknown as AcceptedForms, 'a test');
    const rows = Array.from({ length: 2 * some.length }, (_, index) => rotation.inTurn('checkout', index));
    const ofOneUnit = rows.filter(({ amount }) => amount === 100).map(({ currency }) => currency);
    assert.deepEqual(new Set(ofOneUnit), new Set(['XTS', 'USD']));
  }
});

test('pairs are counted over all requests', () => {
  assert.deepEqual(
    pairsIn([
      ['a', 'x'],
      ['b', 'y'],
      ['a', 'x'],
    ]),
    { covered: 2, of: 4 },
  );
});
