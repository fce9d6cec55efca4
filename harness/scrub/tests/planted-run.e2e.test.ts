import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseResults } from '../../results/results-schema.ts';
import { HostileService } from './hostile-service.ts';
import { forget, runPlanted, type PlantedRun } from './planted-run.ts';
import { namesIn, unpackFolder } from './unpack.ts';

const values = {
  secretKey: 'S3CR-9f1b2c7e+aa41/4f0e"&',
  publishableKey: 'PUBL-77c0de12-bb52-4a1d',
  customerEmail: 'jane.doe+test@example.com',
  mobileMoneyNumber: '0712345678',
};
/** No server listens there; the message about the failed delivery must not contain the address. */
const webhook = 'http://127.0.0.1:9/services/T0A1B2/w3b4-6c00-5ecret';

/** Unique parts of the values. */
const leaked = /9f1b2c7e|77c0de12|jane\.doe|w3b4-6c00|(?<![\w.])0?712345678(?!\w)|(?:\+|\b260)712345678/i;

const service = new HostileService(values);
let run: PlantedRun;
before(async () => {
  const BASE_URL = await service.start();
  run = await runPlanted({
    TARGET: 'staging',
    BASE_URL,
    SECRET_KEY: values.secretKey,
    PUBLISHABLE_KEY: values.publishableKey,
    CUSTOMER_EMAIL: values.customerEmail,
    MOBILE_MONEY_NUMBER: values.mobileMoneyNumber,
    OPERATOR_A_CODE: 'A',
    OPERATOR_B_CODE: 'B',
    OPERATOR_C_CODE: 'C',
    CURRENCY: 'XTS',
    CALLBACK_ID: 'x',
    DIGEST_WEBHOOK_URL: webhook,
    REQUEST_TIMEOUT_MS: '30000',
    REDIRECT_TIMEOUT_MS: '30000',
  });
});
after(async () => {
  await service.stop();
  forget(run);
});

test('the run judged the planted tests', () => {
  const results = parseResults(readFileSync(join(run.folder, 'reports', 'results.json'), 'utf8'));
  assert.equal(run.code, 1, run.output);
  const verdicts = results.rules.flatMap((rule) => rule.tests.map((one) => one.verdict)).sort();
  assert.deepEqual(verdicts, ['fail', 'fail', 'fail', 'fail', 'fail', 'harness', 'harness', 'observed']);
});

test('no artefact and no line of output contains a value', () => {
  const parts = [...unpackFolder(join(run.folder, 'reports')), { place: 'output', text: run.output }];
  const leaks = parts.flatMap(({ place, text }) => {
    const at = text.search(leaked);
    return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 80), at + 60)}`];
  });
  assert.deepEqual([...new Set(leaks)], []);
  for (const kind of [
    'results.json',
    'junit.xml',
    'digest.md',
    'history',
    'all.json',
    'playwright/index.html',
    'allure-results',
    'trace.zip',
    'trace.network',
  ]) {
    assert.ok(
      parts.some(({ place }) => place.includes(kind)),
      `there is no ${kind} to check`,
    );
  }
  assert.ok(
    parts.some(({ text }) => text.includes('$CUSTOMER_EMAIL')),
    'no curl line',
  );
});

test('screenshots of pages that show a key are removed, and others are kept', () => {
  const pictures = namesIn(join(run.folder, 'reports', 'test-results')).filter((name) => /\.(png|jpe?g)$/.test(name));
  assert.deepEqual(
    pictures.filter((name) => name.includes('hosted-url')),
    [],
  );
  const form = pictures.find((name) => name.includes('form')) ?? 'none';
  const { rules } = parseResults(readFileSync(join(run.folder, 'reports', 'results.json'), 'utf8'));
  const told = rules.flatMap(({ tests }) => tests.flatMap(({ screenshots = [] }) => screenshots));
  assert.ok(
    told.some((one) => form.endsWith(one)),
    `${form} is not among ${told.join(', ')}`,
  );
});

test('the trace of a form post contains neither pages nor traffic', () => {
  const { removed = [] } = parseResults(readFileSync(join(run.folder, 'reports', 'results.json'), 'utf8')).run;
  assert.ok(namesIn(join(run.folder, 'reports', 'test-results')).some((name) => /form.*trace\.zip$/.test(name)));
  assert.deepEqual(
    removed.filter(({ file }) => /form.*trace\.zip/.test(file)),
    [],
  );
});

test('removals are reported without the value', () => {
  const { run: facts } = parseResults(readFileSync(join(run.folder, 'reports', 'results.json'), 'utf8'));
  assert.ok(facts.removed && facts.removed.length > 0);
  assert.match(run.output, /Removed from the reports: values of settings, in \d+ files/);
});

const controlCharacters =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\u001b(?!\[[\d;]*m)/;

test('control characters from answers are escaped in the output and the results', () => {
  const results = readFileSync(join(run.folder, 'reports', 'results.json'), 'utf8');
  const strings: string[] = [];
  JSON.parse(results, (_, value: unknown) => typeof value === 'string' && strings.push(value));
  assert.ok(strings.some((text) => text.includes(String.raw`\u202e`)));
  for (const text of [run.output, ...strings]) assert.doesNotMatch(text, controlCharacters);
  assert.ok(results.length < 1_000_000);
});
