import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { shapes } from '../../../interface/messages/shapes.ts';
import { EnvironmentFault, NotTested } from '../../errors/errors.ts';
import { kindOf } from '../../errors/failure-kind.ts';
import { AnswersLine, serveWorkers } from '../../shared/line.ts';
import type { Sharing } from '../../shared/register.ts';
import { carried, pathKept, queryKept } from '../journeys/arrivals.ts';
import { once } from '../journeys/findings.ts';
import { journeyOf, type Journey, type Walked } from '../journeys/record.ts';
import { keep } from '../journeys/kept.ts';
import type { Plan } from '../journeys/plan.ts';
import { Walks, type KnownWalks } from '../journeys/walks.ts';
import type { Arrival } from '../merchant/merchant-server.ts';
import { PageFault } from '../page-fault.ts';

const plan = (change: Partial<Plan> = {}): Plan => ({ way: 'hosted', end: 'success', ...change });
const unusual = plan({ reference: ' ü', refusable: true });

const recordOf = (one: Plan, change: Partial<Walked> = {}): Walked => ({
  plan: one,
  answered: 0,
  sent: {},
  known: { checkout_id: '7' },
  amount: 1000,
  currency: 'XTS',
  canBeCancelled: false,
  mayArriveTwice: false,
  ...({ look: undefined, other: undefined, amountSet: undefined, arrival: { result: undefined } } as const),
  ...({ secondArrival: undefined, fragment: undefined, ending: undefined } as const),
  observed: { way: undefined, ending: undefined, usedAgain: undefined, back: undefined, reload: undefined },
  ...change,
});

/** The walks of a process, against a service that refuses all refusable plans. */
const processOf = (sharing?: Sharing, change: Partial<Walked> = {}) => {
  const known: KnownWalks = new Map();
  const made: Plan[] = [];
  const walk = (one: Plan) => {
    made.push(one);
    if (one.way === 'form') throw new NotTested('not started');
    const walked = one.refusable ? undefined : recordOf(one, change);
    return Promise.resolve({ walked, exchanges: [], stopped: undefined, missing: undefined });
  };
  const testOn = (target: string, test = `test ${made.length}`) =>
    new Walks({ known, sharing, among: [target, 0], test, extendTimeout: () => {}, walk: async (one) => walk(one) });
  return { made, testOn };
};

test('equal payments are walked once per target, and reused walks are reported', async () => {
  const { made, testOn } = processOf();
  const [first, second, elsewhere] = [testOn('one', 'a'), testOn('one', 'b'), testOn('other', 'c')];
  await first.of([[plan()]]);
  await second.of([[plan()]]);
  await elsewhere.of([[plan()]]);
  assert.deepEqual([made.length, first.reused.length, elsewhere.reused.length], [2, 0, 0]);
  assert.deepEqual(
    second.reused.map(({ by }) => by),
    ['a'],
  );
});

test('a refused plan is replaced by a simpler one, and nothing is judged if all are refused', async () => {
  const { testOn } = processOf();
  const [journey] = (await testOn('one').of([[unusual, plan()]])) as Journey[];
  assert.deepEqual(journey?.plan, plan());
  assert.equal(await testOn('one').of([[plan()], [unusual]]), 'refused');
});

test('every test gets the error of a payment that cannot be started', async () => {
  const { made, testOn } = processOf();
  for (let times = 0; times < 2; times += 1) {
    await assert.rejects(testOn('one').of([[plan({ way: 'form' })]]), /not started/);
  }
  assert.equal(made.length, 1);
});

/** Two workers, connected to the process that started them. */
const workers = async (change: Partial<Walked>, judge: (one: Worker, other: Worker) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'walks-'));
  const unused = () => Promise.reject(new Error('nothing is asked'));
  const end = serveWorkers(folder, { ask: unused, hold: unused, release: unused });
  const lines = [AnswersLine.open(), AnswersLine.open()] as const;
  try {
    const [one, other] = lines.map((line) => ({ line, ...processOf(line, change) })) as [Worker, Worker];
    await judge(one, other);
  } finally {
    for (const line of lines) line?.close();
    end();
    rmSync(folder, { recursive: true });
  }
};
type Worker = ReturnType<typeof processOf> & { line: AnswersLine };

const failing = async (error: Error): Promise<undefined> => {
  throw error;
};
const thrown = async (error: Error) => ({ arrival: await keep(() => failing(error)) });

test('other workers judge the walk of one worker, including its errors', async () => {
  const fault = new PageFault('a page', 'HTTP 500');
  await workers(await thrown(fault), async (one, other) => {
    const [first, second] = [one.testOn('target', 'a'), other.testOn('target', 'b')];
    const [[mine], [theirs]] = (await Promise.all([first.of([[plan()]]), second.of([[plan()]])])) as [
      [Journey],
      [Journey],
    ];
    assert.equal(one.made.length + other.made.length, 1);
    assert.deepEqual(
      [...first.reused, ...second.reused].map(({ by }) => by),
      one.made.length > 0 ? ['a'] : ['b'],
    );
    for (const journey of [mine, theirs]) {
      assert.throws(
        journey.arrival,
        (error: Error) => error.message === fault.message && kindOf(error) === 'payment-page',
      );
      assert.throws(journey.look, /does not include that step/);
      assert.equal(journey.own('checkout_id').safeParse('8').success, false);
      assert.equal(journey.own('transaction_id').safeParse('8').success, true);
    }
  });
});

test('walks with environment faults or faults of the suite are not shared with other workers', async () => {
  for (const error of [new EnvironmentFault('the page crashed'), new Error('a fault of the suite')]) {
    await workers(await thrown(error), async (one, other) => {
      for (const { testOn } of [one, other]) await testOn('target').of([[plan()]]);
      assert.deepEqual([one.made.length, other.made.length], [1, 1]);
    });
  }
});

test('another worker takes over the payment of a terminated worker', async () => {
  await workers({}, async (one, other) => {
    await one.line.take(JSON.stringify(['target', 0, plan()]), () => {});
    let waitedMs = 0;
    const dying = (ms: number): void => {
      waitedMs += ms;
      one.line.close();
    };
    const name = JSON.stringify(['target', 0, plan()]);
    assert.equal(await other.line.take(name, dying), undefined);
    assert.ok(waitedMs > 0, 'a test that waits is given the time');
  });
});

const arrival = (path: string, query: string): Arrival => ({
  kind: 'success',
  path,
  method: 'GET',
  parameters: [...new URLSearchParams(query)],
  into: 'top window',
});

test('addresses are compared by content, not by encoding', () => {
  assert.deepEqual(pathKept(arrival('/a%2fb/%C3%A9', ''), '/a%2Fb/%c3%a9'), []);
  assert.equal(pathKept(arrival('/a/b', ''), '/a%2Fb').length, 1);
  assert.deepEqual(queryKept(arrival('', 'b=2+1&flag=&a=1&a=2&status=success'), 'a=1&a=2&b=2%201&flag'), []);
  assert.equal(queryKept(arrival('', 'a=2'), 'a=1&a=2').length, 1);
  assert.deepEqual(queryKept(arrival('', 'status=success'), 'status=draft', ['status']), []);
});

test('an id is not empty, and repeated values are equal', () => {
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

test('two equal arrivals count as one if a button and the page itself led to them', () => {
  const first = arrival('', 'status=success');
  const wrongOf = (second: Arrival, mayArriveTwice: boolean) =>
    once(journeyOf(recordOf(plan(), { arrival: { result: first }, secondArrival: { result: second }, mayArriveTwice })))
      .wrong;
  assert.deepEqual(wrongOf({ ...first }, true), []);
  for (const [second, mayArriveTwice] of [
    [first, false],
    [arrival('', 'status=pending'), true],
    [{ ...first, into: 'frame' }, true],
  ] as const) {
    assert.deepEqual(wrongOf(second, mayArriveTwice), ['the browser arrived a second time']);
  }
});
