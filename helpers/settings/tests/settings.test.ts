import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { generate } from 'selfsigned';
import { maskFor } from '../../redaction/secrets.ts';
import { declarations, noSettings, variableNames, type Setting } from '../declarations.ts';
import { notesOn, readSettings, settingsNotes } from '../environment.ts';
import { pages } from '../../../cli/setting-pages.ts';
import { settingsFolder, suiteRoot } from '../settings-folder.cjs';
import { declaredAbsent, parseDigestSettings, parseSettings, SettingsError } from '../settings.ts';
import { staging } from './staging.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseSettings(environment);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems;
  }
  return [];
};
const namesOf = (problems: readonly string[]) => problems.map((problem) => problem.split(':')[0]).sort();

/** A folder with files, named by ENV_FILE during the test. */
const folderWith = (t: TestContext, files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const before = { ...process.env };
  t.after(() => {
    rmSync(folder, { recursive: true });
    process.env = before;
  });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const name of Object.keys(noSettings)) delete process.env[name];
  process.env.ENV_FILE = join(folder, 'shop.env');
  return folder;
};

test('.env.example and docs/settings.md match the declarations', () => {
  for (const [name, text] of Object.entries(pages)) {
    const how = 'node --import tsx cli/setting-pages.ts';
    assert.equal(readFileSync(join(suiteRoot, name), 'utf8'), text, `${name} is outdated; write it with: ${how}`);
  }
});

test('the sandbox needs no settings, and empty variables count as unset', () => {
  const settings = parseSettings({}, 'http://127.0.0.1:4000');
  assert.deepEqual([settings.target, settings.baseUrl], ['sandbox', 'http://127.0.0.1:4000']);
  assert.notEqual(settings.secretKey, '');
  const empty = Object.fromEntries(Object.keys(noSettings).map((name) => [name, '  ']));
  assert.deepEqual(parseSettings(empty), parseSettings({}));
  assert.deepEqual(namesOf(problemsOf({ BASE_URL: staging.BASE_URL, SECRET_KEY: 'a' })), ['BASE_URL', 'SECRET_KEY']);
  assert.deepEqual(problemsOf({ HTTPS_PROXY: 'proxy.example:3128', EXTRA_HEADERS: 'none' }), []);
});

test('all missing settings of a real target are reported at once; an operator may be declared absent', () => {
  const { TARGET: _target, STAGING_HOSTS: _hosts, ...needed } = staging;
  assert.deepEqual(namesOf(problemsOf({ TARGET: 'staging' })), Object.keys(needed).sort());
  assert.deepEqual(problemsOf({ ...staging, OPERATOR_C_CODE: '', NOT_APPLICABLE: 'operator-c: comes later' }), []);
});

test('all problems are reported at once, each with its correction and without the value', (t) => {
  const folder = folderWith(t, { 'ca.pem': 'no PEM', 'client.pfx': 'no PFX' });
  const wrong: Record<string, [value: string, problem: RegExp]> = {
    AMOUNT: ['much', /write a whole number of subunits/],
    MAX_IN_FLIGHT: ['0', /from 1 to 256/],
    BASE_URL: ['nowhere', /write a full address/],
    WEBHOOK_LISTEN: ['everywhere', /write an IP address and a port/],
    DIGEST_WEBHOOK_URL: ['http://chat.example/x', /write an address with https/],
    BROWSER_ADDRESS: ['browsers.example:3000', /write ws:/],
    OPERATOR_B_NUMBER: ['012345', /at least 7 digits/],
    TEST_NUMBERS: ['0961111111, 4084084084084082', /write numbers/],
    CURRENCY: ['XTS, XTS', /two different ones/],
    CALLBACK_ID: ['a/../b', /write ids of 1 to 500/],
    SEED: ['lucky', /write a whole number, date/],
    NOT_APPLICABLE: ['iframe: no, not yet', /without a comma in it/],
    CA_CERTIFICATE: ['ca.pem', /without certificates in PEM/],
    CLIENT_CERTIFICATE: ['client.pfx', /cannot be used with its key/],
    EXTRA_HEADERS: ['X-One: fine-one\nAuthorization: Bearer x', /header 2 is Authorization, which the suite sends/],
  };
  const given = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]));
  const problems = problemsOf({ ...staging, ...given });
  assert.deepEqual(namesOf(problems), Object.keys(wrong).sort());
  for (const [name, [value, problem]] of Object.entries(wrong)) {
    const found = problems.find((one) => one.startsWith(`${name}: `)) ?? '';
    assert.match(found, problem);
    if (value.length > 3) assert.ok(!found.includes(value), found);
  }
  const [none = ''] = problemsOf({ ...staging, CA_CERTIFICATE: 'none.pem' });
  assert.ok(none.endsWith(`relative to ${folder}`), none);
  assert.match(problemsOf({ ...staging, PUBLISHABLE_KEY: staging.SECRET_KEY }).join(), /^PUBLISHABLE_KEY: is the same/);
});

test('settings that stand for several members are divided', async (t) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'x' }], { keyType: 'ec' });
  const folder = folderWith(t, { 'client.pem': `${key}\n${cert}`, 'known-deviations.json': '[]' });
  const settings = parseSettings({
    ...staging,
    STAGING_HOSTS: 'staging.example.com, http://plain.example:81',
    CURRENCY: 'XTS, USD',
    OPERATOR_B_NUMBER: '0961111111',
    TEST_NUMBERS: '0962222222, 4084084084084081, ',
    WEBHOOK_LISTEN: '[::1]:99',
    MERCHANT_ORIGIN: 'http://suite.example:8099/',
    HTTPS_PROXY: 'http://proxy.example:3128',
    CLIENT_CERTIFICATE: 'client.pem',
    EXTRA_HEADERS: String.raw`X-One: 1\nauthorization: Basic jo:pass word`,
    SEED: '-7/12:0:3',
  });
  const { connection, stagingHosts, insecureHosts, ...rest } = settings;
  assert.deepEqual([stagingHosts[1], insecureHosts], ['plain.example:81', ['plain.example:81']]);
  assert.deepEqual([rest.currency, rest.secondCurrency], ['XTS', 'USD']);
  assert.deepEqual(rest.operatorNumbers, { A: '0970000001', B: '0961111111', C: '0970000001' });
  assert.deepEqual(rest.testNumbers, ['0962222222', '4084084084084081', '0961111111']);
  assert.deepEqual([rest.webhookListen, rest.webhookPort, rest.seed.path], ['::1', 99, '12:0:3']);
  assert.equal(rest.merchantExample, 'http://suite.example:8099');
  assert.deepEqual([connection.httpsProxy, connection.basicAuth], ['http://proxy.example:3128', 'jo:pass word']);
  assert.deepEqual(connection.extraHeaders, [['X-One', '1']]);
  assert.equal(connection.clientCertificate, join(folder, 'client.pem'));
  assert.equal(rest.knownDeviations, join(folder, 'known-deviations.json'));
});

test('a remote browser must be able to reach the merchant and the sandbox on this machine', () => {
  const [port, merchant] = ['http://browsers.example:9222', { MERCHANT_ORIGIN: 'http://suite.example:8099' }];
  for (const [given, problem] of [
    [{ ...staging, BROWSER_ADDRESS: 'ws://browsers.example:3000/' }, /^$/],
    [{ ...staging, BROWSER_ADDRESS: port, ...merchant }, /^$/],
    [{ ...staging, BROWSER_ADDRESS: port }, /^MERCHANT_ORIGIN: set it/],
    [{ ...staging, BROWSER_ADDRESS: port, EXTRA_HEADERS: 'X-One: 1' }, /^BROWSER_ADDRESS: empty it/],
    [{ ...staging, BROWSER_ADDRESS: port, MERCHANT_ORIGIN: 'https://a.example' }, /^MERCHANT_ORIGIN: write http/],
    [{ BROWSER_ADDRESS: port }, /cannot reach the sandbox/],
    [{ BROWSER_ADDRESS: 'ws://browsers.example:3000/', ...merchant }, /^MERCHANT_ORIGIN: empty it/],
  ] as const)
    assert.match(problemsOf(given).join(), problem);
});

test('what depends on an absent capability is absent as well, with its reason', () => {
  const text = 'iframe: not before May, callbacks: see PAY-1: later, webhooks: no tunnel, form';
  const settings = parseSettings({ ...staging, NOT_APPLICABLE: text });
  const absent = ['callback-deletion', 'callbacks', 'form', 'iframe', 'second-currency', 'webhooks'] as const;
  assert.deepEqual([...settings.notApplicable].sort(), absent);
  const told = 'callback-deletion (see PAY-1: later), callbacks (see PAY-1: later), form, iframe (not before May), ';
  const currency = 'second-currency (CURRENCY names no second one), webhooks (no tunnel)';
  assert.equal(declaredAbsent(settings, absent), `the target is declared not to have: ${told}${currency}`);
});

test('an unknown name in the file gets a note', () => {
  assert.deepEqual(notesOn({ CURENCY: 'XTS', CURRENCY: '', BROWSER_PATH: '' }), [
    { problem: 'CURENCY is not a setting and has no effect', fix: 'correct or remove it' },
  ]);
});

test('a name in the environment is told if it is nearly that of a setting, and no name of another program', () => {
  const near = ['WEBHOK_URL', 'CALLBACK_CREATE_PATHS', 'SERCET_KEY', 'BASE_URI', 'NOTIFICATION_TIMEOUT', 'CURENCY'];
  const others = [
    'HTTP_PROXY',
    'ALL_PROXY',
    'https_proxy',
    'PATH',
    'HOME',
    'SPEED',
    'MOUNT',
    'SECRET_KEY_BASE',
    'NO',
    '',
  ];
  const values = Object.fromEntries([...near, ...others, 'BASE_URL'].map((name) => [name, 'value']));
  const notes = notesOn({ CURENCY: 'XTS' }, { ...values, WEBHOOK_URLS: '' });
  assert.deepEqual(
    notes.map(({ problem, fix }) => `${problem.split(' is not')[0]}: ${fix}`),
    [
      'CURENCY: correct or remove it',
      'WEBHOK_URL in the environment: correct it if WEBHOOK_URL is meant',
      'CALLBACK_CREATE_PATHS in the environment: correct it if CALLBACK_CREATE_PATH is meant',
      'SERCET_KEY in the environment: correct it if SECRET_KEY is meant',
      'BASE_URI in the environment: correct it if BASE_URL is meant',
      'NOTIFICATION_TIMEOUT in the environment: correct it if NOTIFICATION_TIMEOUT_MS is meant',
    ],
  );
});

test('ENV_FILE names the file and the folder of a target; the environment takes precedence', (t) => {
  const folder = folderWith(t, { 'shop.env': 'AMOUNT=700\nMAX_AMOUNT=9000\n', 'odd.env': 'ENV_FILE=other.env' });
  process.env.AMOUNT = '800';
  const { amount, maxAmount } = readSettings();
  assert.deepEqual([amount, maxAmount, settingsFolder()], [800, 9000, folder]);
  assert.deepEqual(settingsNotes(), []);
  for (const [name, problem] of [
    ['none.env', /ENV_FILE: .*none\.env cannot be read/],
    ['.', /ENV_FILE: .* cannot be read/],
    ['odd.env', /ENV_FILE: it names the file/],
  ] as const) {
    process.env.ENV_FILE = join(folder, name);
    assert.throws(readSettings, (error) => error instanceof SettingsError && problem.test(error.message), name);
  }
});

test('every secret is masked', () => {
  const { connection, ...settings } = parseSettings(staging);
  const values = {
    HTTPS_PROXY: 'px-77d1c0',
    EXTRA_HEADERS: 'header-4711',
    DIGEST_WEBHOOK_URL: 'hooks/3f9c2e71b08d',
    BROWSER_ADDRESS: '91c4d0be72fa',
    SECRET_KEY: staging.SECRET_KEY,
    PUBLISHABLE_KEY: staging.PUBLISHABLE_KEY,
    CUSTOMER_EMAIL: settings.customerEmail,
  };
  const masked = maskFor({
    ...settings,
    connection: {
      ...connection,
      httpsProxy: `http://jo:${values.HTTPS_PROXY}@proxy.example`,
      extraHeaders: [['X-One', values.EXTRA_HEADERS]],
    },
    digestWebhookUrl: `https://chat.example.com/${values.DIGEST_WEBHOOK_URL}`,
    browserAddress: `ws://browsers.example:3000/?token=${values.BROWSER_ADDRESS}`,
  });
  const secret = variableNames.filter((name) => (declarations[name] as Setting).secret && !name.includes('NUMBER'));
  // The tests of the mask have the numbers.
  assert.deepEqual(Object.keys(values).sort(), secret.sort());
  for (const value of Object.values(values)) assert.doesNotMatch(masked(`a ${value} b`), new RegExp(value), value);
});

test('the settings of the digest are read without those of a target', () => {
  const DIGEST_WEBHOOK_URL = 'https://chat.example.com/hooks/1';
  const { connection } = parseDigestSettings({ DIGEST_WEBHOOK_URL, HTTPS_PROXY: 'http://proxy.example:3128' });
  assert.equal(connection.httpsProxy, 'http://proxy.example:3128');
  assert.throws(() => parseDigestSettings({ CA_CERTIFICATE: 'none.pem', DIGEST_WEBHOOK_URL }), /CA_CERTIFICATE: names/);
  // Without a digest, files that exist only in jobs with a target are not needed.
  assert.equal(parseDigestSettings({ CA_CERTIFICATE: 'none.pem' }).digestWebhookUrl, undefined);
});
