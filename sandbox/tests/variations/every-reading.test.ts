import assert from 'node:assert/strict';
import { mock, type TestContext } from 'node:test';
import { createSandbox } from '../../create-sandbox.ts';
import { faults } from '../../faults/catalogue.ts';
import { parseReadings, type ReadingName, readings } from '../../readings/catalogue.ts';
import type { Reading } from '../../readings/reading.ts';
import { customers } from '../support/faults/customers.ts';
import { openQuestions } from '../support/faults/open-questions.ts';
import { StopRecording, type Scenario, transcript } from '../support/faults/transcript.ts';
import { receiverFor } from '../support/receiver.ts';
import { eventually, mobileMoney, sandboxFor } from '../support/sandbox.ts';
import { test } from '../support/test.ts';

/** Readings that do not show in answers without a socket. */
const inTransport: readonly string[] = [
  'answers-take-a-while',
  'answers-in-chunks',
  'answers-in-slow-pieces',
  'connections-kept-briefly',
];
const inDeliveries = readings.filter(({ subject }) =>
  [
    'deliveries',
    'notifications',
    'events of a payment',
    'greetings',
    'deliveries that lag behind writes',
    'failed deliveries',
    'effects of deliveries on callbacks',
  ].includes(subject),
);
const isShownElsewhere = (reading: Reading): boolean =>
  inTransport.includes(reading.name) || inDeliveries.includes(reading);

test('the names of readings and faults are unique', () => {
  const names = [...readings, ...faults].map(({ name }) => name as string);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
  assert.ok(readings.every(({ name }) => /^[a-z0-9-]+$/.test(name)));
});

test('the readings of each subject are adjacent, and each has areas and a description', () => {
  const subjects = readings.map(({ subject }) => subject);
  const runs = subjects.filter((subject, index) => subject !== subjects[index - 1]);
  assert.equal(new Set(runs).size, runs.length);
  assert.ok(readings.every(({ areas, what }) => areas.length > 0 && /^[a-z]/.test(what)));
});

test('two readings of one subject are refused, and so are unknown names', () => {
  assert.deepEqual(parseReadings('events-as-text,ids-count-up'), ['events-as-text', 'ids-count-up']);
  assert.throws(() => parseReadings('ids-count-up,ids-are-uuids'), /'ids-count-up' and 'ids-are-uuids'.*form of ids/);
  assert.throws(() => parseReadings('ids-of-gold'), /no reading 'ids-of-gold'/);
});

test('every reading shows in an answer, a page or a redirect', async () => {
  // With a stopped clock, two sandboxes write the same dates.
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T12:00:00Z') });
  const list: Scenario[] = [openQuestions, customers];
  const references = await Promise.all(list.map((scenario) => record(scenario)));
  assert.deepEqual(await record(openQuestions), references[0], 'two plain sandboxes differ');
  const unseen: string[] = [];
  for (const reading of readings.filter((one) => !isShownElsewhere(one))) {
    let seen = false;
    for (const [index, scenario] of list.entries()) seen ||= await differs(scenario, reading, references[index] ?? []);
    if (!seen) unseen.push(reading.name);
  }
  mock.timers.reset();
  assert.deepEqual(unseen, []);
});

for (const { name } of inDeliveries) {
  test(`${name} changes what a receiver gets, or its callback`, async (t) => {
    assert.notDeepEqual(await deliveriesWith(t, [name as ReadingName]), await deliveriesWith(t, []));
  });
}

test('options delay answers, send them in chunks, and limit how long connections are kept', async (t) => {
  const begun = Date.now();
  await sandboxFor(t, { readings: ['answers-take-a-while'] }).ask('GET', '/v1/wallets/list');
  assert.ok(Date.now() - begun >= 15);
  for (const name of ['answers-in-chunks', 'answers-in-slow-pieces'] as const) {
    const { headers, body } = await sandboxFor(t, { readings: [name] }).ask('GET', '/v1/wallets/list');
    assert.equal(headers['content-length'], undefined);
    assert.equal(body.result, 'success');
  }
  assert.equal(sandboxFor(t, { readings: ['connections-kept-briefly'] }).sandbox.app.server.keepAliveTimeout, 1_000);
});

/** What a receiver that refuses everything gets of three payments, and its callback afterwards. */
async function deliveriesWith(t: TestContext, chosen: readonly ReadingName[]): Promise<object> {
  const receiver = await receiverFor(t, 400);
  const { ask } = sandboxFor(t, { readings: chosen, timings: { prompt: 0, delivery: 500 } });
  const events = 'payment.created,payment.completed,payout.created';
  const { id } = (await ask('POST', '/v1/callback/create', { url: 'http://127.0.0.1:9/', events })).body;
  await ask('PUT', `/v1/callback/update/${id}`, { url: receiver.url });
  const created = (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
  const pay = () =>
    ask('POST', '/v1/transactions', mobileMoney({ payment_method_code: 'OPERATOR_A', requested_response: 'success' }));
  const begun = Date.now();
  for (let payment = 0; payment < 3; payment += 1) {
    await pay();
    // A pause shows only in payments after the first refusal.
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  const silent = (
    ['no-deliveries', 'greetings-alone', 'deliveries-at-once-then-paused', 'changes-act-later'] as const
  ).some((name) => chosen.includes(name));
  const expected = chosen.includes('deliveries-retried') ? 10 : 5;
  const late = await eventually(() => silent || receiver.received.length >= expected).then(
    () => Date.now() - begun > 600,
  );
  await new Promise((resolve) => setTimeout(resolve, silent ? 50 : 150));
  const callback = (await ask('GET', `/v1/callback/fetch/${id}`)).body.callback;
  const { is_active, date_updated, failure_count } = callback;
  const shapes = receiver.received.map(
    ({ contentType, body }) => `${contentType} ${Object.keys(body).slice(0, 3).join()}`,
  );
  const notified = receiver.received.map(({ body }) => String(body.event));
  return {
    late,
    is_active,
    updated: date_updated !== created.date_updated,
    shapes: new Set(shapes),
    notified: new Set(notified),
    retried: receiver.received.length > 9,
    counted: failure_count > 2,
    few: receiver.received.length < 5,
  };
}

async function differs(scenario: Scenario, reading: Reading, reference: readonly string[]): Promise<boolean> {
  let differs = false;
  await record(scenario, reading, (line, index) => {
    differs = line !== reference[index];
    if (differs) throw new StopRecording();
  });
  return differs;
}

async function record(
  scenario: Scenario,
  reading?: Reading,
  check: (line: string, index: number) => void = () => {},
): Promise<string[]> {
  const sandbox = createSandbox({
    timings: { hostedPayment: 0, prompt: 60_000 },
    readings: reading ? [reading.name as ReadingName] : [],
  });
  try {
    return await transcript(sandbox, scenario, check);
  } finally {
    await sandbox.close();
  }
}
