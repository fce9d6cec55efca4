import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapes } from '../../../interface/messages/shapes.ts';
import { carried, pathKept, queryKept } from '../journeys/arrivals.ts';
import type { Journey } from '../journeys/journey.ts';
import type { Plan } from '../journeys/plan.ts';
import { Walks, type KnownWalks } from '../journeys/walks.ts';
import type { Arrival } from '../merchant/merchant-server.ts';

const plan = (change: Partial<Plan> = {}): Plan => ({ way: 'hosted', end: 'success', ...change });
const unusual = plan({ reference: ' ü', refusable: true });

/** Tests of one process, which refuses what may be refused. */
const processOf = () => {
  const known: KnownWalks = new Map();
  const made: Plan[] = [];
  const testOn = (target: string) =>
    new Walks(known, target, async (one) => {
      made.push(one);
      if (one.way === 'form') throw new Error('not started');
      const journey = one.refusable ? undefined : ({ plan: one } as Journey);
      return { journey, exchanges: [], stopped: undefined, missing: undefined };
    });
  return { made, testOn };
};

test('equal payments are walked once for a target, and those of an earlier test are told', async () => {
  const { made, testOn } = processOf();
  const [first, second, elsewhere] = [testOn('one'), testOn('one'), testOn('other')];
  const [[a], [b]] = [await first.of([[plan()]]), await second.of([[plan()]])] as Journey[][] as [Journey[], Journey[]];
  await elsewhere.of([[plan()]]);
  assert.equal(a, b);
  assert.deepEqual([made.length, first.reused.length, second.reused.length], [2, 0, 1]);
});

test('what is refused is walked with less, and nothing is judged where all of it is refused', async () => {
  const { testOn } = processOf();
  const [journey] = (await testOn('one').of([[unusual, plan()]])) as Journey[];
  assert.deepEqual(journey?.plan, plan());
  assert.equal(await testOn('one').of([[plan()], [unusual]]), 'refused');
});

test('a payment that cannot be started says so to every test', async () => {
  const { made, testOn } = processOf();
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(testOn('one').of([[plan({ way: 'form' })]]), /not started/);
  }
  assert.equal(made.length, 1);
});

const arrival = (path: string, query: string): Arrival => ({
  kind: 'success',
  path,
  method: 'GET',
  parameters: [...new URLSearchParams(query)],
  into: 'top window',
});

test('the spelling of an address does not matter, what it says does', () => {
  assert.deepEqual(pathKept(arrival('/a%2fb/%C3%A9', ''), '/a%2Fb/%c3%a9'), []);
  assert.equal(pathKept(arrival('/a/b', ''), '/a%2Fb').length, 1);
  assert.deepEqual(queryKept(arrival('', 'b=2+1&flag=&a=1&a=2&status=success'), 'a=1&a=2&b=2%201&flag'), []);
  assert.equal(queryKept(arrival('', 'a=2'), 'a=1&a=2').length, 1);
  assert.deepEqual(queryKept(arrival('', 'status=success'), 'status=draft', ['status']), []);
});

test('an id is something, and the same each time it comes', () => {
  assert.deepEqual(carried(arrival('', 'checkout_id=7&checkout_id=7'), 'checkout_id', shapes.identifier), []);
  for (const query of [
    '',
    'checkout_id=',
    'checkout_id=null',
    'checkout_id=undefined',
    'checkout_id=1&checkout_id=2',
  ]) {
    assert.equal(carried(arrival('', query), 'checkout_id', shapes.identifier).length, 1, query);
  }
});
