import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { startTarget } from '../../../harness/preflight/tests/target.ts';
import { runProgram } from '../../../helpers/processes/tests/program.ts';
import { envOf } from '../../../helpers/settings/declarations/texts.ts';
import { askFor, openQuestions, withGiven } from '../questions.ts';
import { readEnv, writeFolder } from '../target-files.ts';

/** A terminal that types the given keys when their question appears, and records its output. */
const terminal = (typed: readonly (readonly [question: RegExp, keys: string])[]) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...typed];
  let screen = '';
  let unread = '';
  output.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    unread += chunk.toString();
    const [question, keys = ''] = left[0] ?? [];
    if (!question?.test(unread)) return;
    left.shift();
    unread = '';
    setImmediate(() => input.write(keys));
  });
  return { input, output, left, screen: () => screen };
};

const [enter, up, end] = ['\r', '\u001b[A', '\u0003'];
const key = 'sk_test_7c1e90ab42';

test('a wrong answer is asked for again, every answer can be changed, and no key is shown', async () => {
  const at = terminal([
    [/BASE_URL/, `staging${enter}`],
    [/write a full address/, `\u0015https://staging.example.com:8443${enter}`],
    [/STAGING_HOSTS/, enter],
    [/EXTRA_HEADERS/, enter],
    [/CA_CERTIFICATE/, enter],
    [/ SECRET_KEY/, key + enter],
    [/PUBLISHABLE_KEY/, enter],
    [/CURRENCY/, `XTS${enter}`],
    [/MOBILE_MONEY_NUMBER/, `0999000001${enter}`],
    [/OPERATOR_A_CODE/, `aa${enter}`],
    [/OPERATOR_B_CODE/, enter],
    [/OPERATOR_C_CODE/, `cc${enter}`],
    [/CALLBACK_CREATE_PATH/, `/v1/callback/create${enter}`],
    [/WEBHOOK_URL/, enter],
    [/MAX_REQUESTS_PER_SECOND/, `5${enter}`],
    [/Change an answer/, up + up + up + up + enter],
    [/OPERATOR_C_CODE: /, `c${enter}`],
    [/Change an answer/, enter],
  ]);
  const asked = await askFor({ NOT_APPLICABLE: 'operator-a: May, iframe', PUBLISHABLE_KEY: 'pk' }, () => false, at);
  assert.deepEqual(at.left, []);
  assert.deepEqual(asked, {
    BASE_URL: 'https://staging.example.com:8443',
    STAGING_HOSTS: 'staging.example.com:8443',
    EXTRA_HEADERS: '',
    CA_CERTIFICATE: '',
    SECRET_KEY: key,
    PUBLISHABLE_KEY: 'pk',
    CURRENCY: 'XTS',
    MOBILE_MONEY_NUMBER: '0999000001',
    OPERATOR_A_CODE: 'aa',
    OPERATOR_B_CODE: '',
    OPERATOR_C_CODE: 'ccc',
    CALLBACK_CREATE_PATH: '/v1/callback/create',
    WEBHOOK_URL: '',
    MAX_REQUESTS_PER_SECOND: '5',
    NOT_APPLICABLE: 'iframe, operator-b, webhooks',
  });
  for (const secret of [key, '0999000001']) assert.ok(!at.screen().includes(secret));
});

test('settings given by variables are not asked for, and an interruption discards the answers', async () => {
  const at = terminal([[/CURRENCY/, end]]);
  const isSet = (name: string): boolean => name !== 'CURRENCY';
  assert.equal(await askFor({ BASE_URL: 'http://127.0.0.1:9' }, isSet, at), undefined);
  assert.ok(!at.screen().includes('BASE_URL'));
});

test('the end of the input ends the questions', async () => {
  const isSet = (name: string): boolean => name !== 'CURRENCY';
  const closed = new PassThrough();
  const output = new PassThrough().on('data', (chunk: Buffer) => chunk.includes('CURRENCY') && closed.end());
  assert.equal(await askFor({}, isSet, { input: closed, output }), undefined);
  assert.equal(await askFor({}, isSet, terminal([[/CURRENCY/, '\u0004']])), undefined);
});

test('openQuestions lists the questions without an answer', () => {
  const answers = { BASE_URL: 'http://127.0.0.1:9', CURRENCY: 'XTS', NOT_APPLICABLE: 'operator-a: May' };
  const open = openQuestions(answers, (name) => name === 'SECRET_KEY');
  assert.deepEqual(
    open.map((line) => line.split(':')[0]),
    [
      'PUBLISHABLE_KEY',
      'MOBILE_MONEY_NUMBER',
      'OPERATOR_B_CODE',
      'OPERATOR_C_CODE',
      'CALLBACK_CREATE_PATH',
      'CALLBACK_ID',
    ],
  );
  assert.match(open.at(-1) ?? '', /^CALLBACK_ID: A callback .* Or else: NOT_APPLICABLE=callbacks$/);
});

test('a capability that a setting provides is no longer declared absent, unless it is declared together', () => {
  const stood = { NOT_APPLICABLE: 'callback-deletion, iframe: May, webhooks, callbacks', CURRENCY: 'XTS' };
  const after = (given: Record<string, string>) => withGiven(stood, given)['NOT_APPLICABLE'];
  assert.equal(after({ DISPOSABLE_CALLBACK_IDS: '1,2,3' }), 'iframe: May, webhooks, callbacks');
  assert.equal(after({ WEBHOOK_URL: 'https://hooks.example.com' }), 'callback-deletion, iframe: May, callbacks');
  assert.equal(after({ CALLBACK_CREATE_PATH: '/v1/callback' }), 'iframe: May, webhooks');
  assert.equal(after({ WEBHOOK_URL: '' }), stood.NOT_APPLICABLE);
  assert.equal(after({ CALLBACK_ID: '1', NOT_APPLICABLE: 'callbacks' }), 'callbacks');
  assert.deepEqual(withGiven({}, { CURRENCY: 'XTS' }), { CURRENCY: 'XTS' });
});

test('a written folder is read back unchanged, and earlier content is kept', (t) => {
  const place = mkdtempSync(join(tmpdir(), 'init-'));
  t.after(() => rmSync(place, { recursive: true }));
  const folder = place;
  const values = {
    SECRET_KEY: `a#b$c'd"e`,
    NOT_APPLICABLE: 'iframe: not before May, wallets',
    CUSTOMER_EMAIL: 'it@example.com',
    EXTRA_HEADERS: 'X-Id: 1\nX-Secret: 2',
    OWN_VARIABLE: 'kept',
  };
  assert.deepEqual(writeFolder(folder, values), [join(folder, '.env'), join(folder, '.gitignore')]);
  assert.deepEqual(readEnv(folder), values);
  assert.equal(statSync(join(folder, '.env')).mode & 0o077, 0);
  writeFileSync(join(folder, '.gitignore'), '/.env\nown');
  writeFolder(folder, { CURRENCY: 'XTS' });
  assert.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\/\.env\nown\n\.env\.\*\n/);
  assert.ok(readFileSync(join(folder, '.env.before'), 'utf8').includes('OWN_VARIABLE=kept'));
  assert.throws(() => envOf({ CURRENCY: 'a\n"b' }), /CURRENCY: cannot be written to \.env/);
  assert.ok(!existsSync(join(folder, '.env.new')));
});

test('init creates the folder, checks the target, and starts no payment even when all checks fail', async (t) => {
  const [place, target] = [mkdtempSync(join(tmpdir(), 'init-')), await startTarget()];
  t.after(async () => {
    rmSync(place, { recursive: true });
    await target.close();
  });
  const { SECRET_KEY = '', ...others } = target.environment;
  const init = (...args: string[]) =>
    runProgram(['cli/target/init.ts', join(place, 'one'), ...args], { settings: { SECRET_KEY } });
  const complete = await init(...Object.entries(others).map((pair) => pair.join('=')));
  assert.equal(complete.code, 0, complete.output);
  assert.match(complete.output, /ok {4}callbacks {11}can be created and deleted/);
  assert.equal(readEnv(join(place, 'one'))['SECRET_KEY'], undefined);
  target.change = () => ({ status: 404 });
  const absent = await init();
  assert.equal(absent.code, 2, absent.output);
  assert.deepEqual(
    target.asked.filter((one) => /transactions|checkout/.test(one)),
    [],
  );
  assert.match(absent.output, /^No terminal: no questions are asked, and piped input is not read/);
  const odd = await init('CURRENCY', 'BASE_URL=x', 'EXTRA_HEADERS=x');
  assert.equal(odd.code, 3);
  assert.match(
    odd.output,
    /CURRENCY: is not a setting; write NAME=VALUE.*\nBASE_URL: .*\nEXTRA_HEADERS: header 1 is not 'Name: value'/,
  );
});
