import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { faults } from '../faults/fault-catalogue.ts';
import { parseVariants, variants } from '../variants/variant-catalogue.ts';
import { transcript } from './support/scenario.ts';

// With a stopped clock, two sandboxes write the same dates.
const stopClock = () => mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T12:00:00Z') });

/** Variants that do not show in answers without a socket, with one currency or few callbacks; nor do those of deliveries. */
const elsewhere = [
  'answers-take-a-while',
  'callback-addresses-only-once',
  'three-callbacks-at-most',
  'eight-callbacks-at-most',
  'answers-in-chunks',
  'answers-in-slow-pieces',
  'connections-kept-briefly',
  'hints-before-answers',
  'second-currency-in-whole-units',
  'second-currency-in-thousandths',
];

test('names of faults and variants are unique, and no fault is the beginning of another, for --grep', () => {
  const names = [...faults, ...variants].map(({ name }) => name).toSorted();
  assert.equal(new Set(names).size, names.length);
  const sorted = faults.map(({ name }) => name).toSorted();
  assert.deepEqual(
    sorted.filter((name, index) => sorted[index + 1]?.startsWith(name)),
    [],
  );
  for (const { name, rule } of faults) assert.match(`${rule} ${name}`, /^[a-z0-9-]+\.[a-z0-9-]+ [a-z]+(-[a-z0-9]+)+$/);
  assert.deepEqual(
    faults.filter(({ effects }) => effects.length === 0),
    [],
  );
});

// A fault that changed nothing would survive the proof of faults. Some of the variants take their turn each day, and CI tries all.
test('every variant changes an answer', async () => {
  const shown = variants.filter((one) => !elsewhere.includes(one.name) && one.areas.join() !== 'webhooks');
  const day = Math.floor(Date.now() / 86_400_000);
  const ofToday = shown.filter((_, index) => process.env.CI !== undefined || index % 20 === day % 20);
  await everyOneShows(ofToday.map(({ name }) => ({ variants: [name] })));
});

test('two variants of one question are refused, and so are unknown names', () => {
  assert.deepEqual(parseVariants('events-as-text,ids-count-up'), ['events-as-text', 'ids-count-up']);
  assert.throws(() => parseVariants('ids-count-up,ids-are-uuids'), /'ids-count-up' and 'ids-are-uuids'.*form of ids/);
  assert.throws(() => parseVariants('ids-of-gold'), /no variant 'ids-of-gold'/);
});

async function everyOneShows(list: { variants: string[] }[]): Promise<void> {
  stopClock();
  const reference = await transcript({});
  assert.deepEqual(await transcript({}), reference, 'two plain sandboxes differ');
  const unseen = [];
  for (const options of list) {
    let differs = false;
    const lines = await transcript(options, (line, index) => !(differs = line !== reference[index]));
    if (!differs && lines.length === reference.length) unseen.push(options);
  }
  mock.timers.reset();
  assert.deepEqual(unseen, []);
}
