import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { checkoutOutcomes } from '../../../interface/model/checkout.ts';
import { initiationOutcomes, type Facts } from '../../../interface/model/initiation.ts';
import type { Outcome } from '../../../interface/model/outcome.ts';
import { parseSettings } from '../../settings/settings.ts';
import type { Body } from '../../../interface/messages/requests.ts';
import { matrix } from './matrix.ts';
import { checkoutBodies, freshened, initiationBodies } from './payments.ts';

const settings = parseSettings({ MAX_AMOUNT: '2000' });

/** Whether the amount is within bounds, or the body is refused for another reason. */
const isAffordable = (body: Body, outcomes: (body: Body, facts: Facts) => readonly Outcome[]): boolean =>
  !(Math.abs(Number.parseFloat(String(body['amount']))) > settings.maxAmount) ||
  outcomes({ ...body, amount: settings.amount }, settings).every(({ kind }) => kind.endsWith('refusal'));

for (const flow of ['hosted page', 'A', 'B', 'C'] as const) {
  test(`no generated initiation can cost more than MAX_AMOUNT: ${flow}`, () => {
    const bodies = initiationBodies(flow, settings);
    fc.assert(
      fc.property(bodies, (body) => isAffordable(body, initiationOutcomes)),
      { numRuns: 2000, seed: 7 },
    );
  });

  test(`only the phone number of the settings is dialled: ${flow}`, () => {
    const isHarmless = ({ mobile_money_number: number }: Body) =>
      typeof number !== 'string' || number === settings.mobileMoneyNumber || !/^0\d{2}/.test(number);
    fc.assert(fc.property(initiationBodies(flow, settings), isHarmless), { numRuns: 2000, seed: 7 });
  });
}

test('no generated checkout can cost more than MAX_AMOUNT', () => {
  const bodies = checkoutBodies(settings);
  fc.assert(
    fc.property(bodies, (body) => isAffordable(body, checkoutOutcomes)),
    { numRuns: 2000, seed: 7 },
  );
});

test('references are unique even with the same seed', () => {
  const [one, other] = [1, 2].map(() =>
    fc
      .sample(initiationBodies('hosted page', settings), { seed: 1, numRuns: 50 })
      .map(freshened)
      .map((body) => String(body['transaction_reference']))
      .filter((reference) => reference.startsWith('Ref-')),
  );
  assert.ok(one && other && one.length > 0);
  assert.deepEqual(
    one.filter((reference) => other.includes(reference)),
    [],
  );
});

test('the matrix has every combination once, and the model specifies most answers', () => {
  const rows = matrix.flatMap((part) => part.rows(settings));
  assert.equal(rows.length, 7 * 5 * 5 * 6);
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length);
  const outcomes = rows.map((row) => initiationOutcomes(row, settings)[0]?.kind);
  const predicted = outcomes.filter((kind) => kind !== 'open' && kind !== undefined);
  assert.ok(predicted.length > rows.length / 2, `${predicted.length} of ${rows.length}`);
});
