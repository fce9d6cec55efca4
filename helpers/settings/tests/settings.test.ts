import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { generate } from 'selfsigned';
import { noSettings } from '../declarations/declarations.ts';
import { notesOn } from '../given.ts';
import { forShard, parseDigestSettings, parseSettings, SettingsError } from '../settings.ts';
import { noSettingsNote } from '../command-line/target-folder.mjs';

const staging = {
  TARGET: 'staging',
  BASE_URL: 'https://staging.example.com/',
  STAGING_HOSTS: 'staging.example.com',
  SECRET_KEY: 'sk_test_of_nobody',
  PUBLISHABLE_KEY: 'pk_test_of_nobody',
  OPERATOR_A_CODE: 'A1',
  OPERATOR_B_CODE: 'B1',
  OPERATOR_C_CODE: 'C1',
  CURRENCY: 'XTS',
  MOBILE_MONEY_NUMBER: '0970000001',
};

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseSettings(environment);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems;
  }
  return [];
};

test('the sandbox needs no settings', () => {
  const settings = parseSettings({}, 'http://127.0.0.1:4000');
  assert.equal(settings.target, 'sandbox');
  assert.equal(settings.baseUrl, 'http://127.0.0.1:4000');
  assert.notEqual(settings.secretKey, '');
});

test('every empty variable counts as unset', () => {
  const empty = Object.fromEntries(Object.keys(noSettings).map((name) => [name, '  ']));
  assert.deepEqual(parseSettings(empty), parseSettings({}));
});

test('the address of a real target is read without its trailing slash', () => {
  const settings = parseSettings({ ...staging, NOT_APPLICABLE: 'callbacks', DISPOSABLE_CALLBACK_IDS: 'a, b,' });
  assert.equal(settings.baseUrl, 'https://staging.example.com');
  assert.deepEqual(settings.disposableCallbackIds, ['a', 'b']);
  assert.ok(settings.notApplicable.has('webhooks'), 'what depends on callbacks is not applicable either');
});

test('a remote browser must be able to reach the merchant and the sandbox on this machine', () => {
  const elsewhere = (BROWSER_ADDRESS: string, more: Record<string, string> = {}) =>
    problemsOf({ ...staging, BROWSER_ADDRESS, ...more }).map((problem) => problem.split(':')[0]);
  assert.deepEqual(elsewhere('ws://browsers.example:3000/'), []);
  assert.deepEqual(elsewhere('http://127.0.0.1:9222'), []);
  assert.deepEqual(elsewhere('http://browsers.example:9222'), ['MERCHANT_ORIGIN']);
  assert.deepEqual(elsewhere('http://browsers.example:9222', { MERCHANT_ORIGIN: 'http://suite.example:8099' }), []);
  for (const wrong of ['browsers.example:3000', 'ftp://a', 'ws://a/#x']) {
    assert.deepEqual(elsewhere(wrong), ['BROWSER_ADDRESS'], wrong);
  }
  assert.match(problemsOf({ BROWSER_ADDRESS: 'http://browsers.example:9222' })[0] ?? '', /cannot reach the sandbox/);
  assert.deepEqual(problemsOf({ BROWSER_ADDRESS: 'ws://browsers.example:3000/' }), []);
  const ownMachine = { BROWSER_ADDRESS: 'http://127.0.0.1:9222', MERCHANT_ORIGIN: 'http://suite.example:8099' };
  assert.match(problemsOf(ownMachine)[0] ?? '', /^MERCHANT_ORIGIN: empty it/);
});

test('problems of the network access settings are reported without values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const make = () => generate([{ name: 'commonName', value: 'x' }], { keyType: 'ec', passphrase: 'right-phrase' });
  const [{ cert, private: locked }, other] = [await make(), await generate([], { keyType: 'ec' })];
  const [CLIENT_CERTIFICATE, CLIENT_KEY] = [file('client.pem', cert), file('client.key', locked)];
  const wrong: [given: Record<string, string>, problem: RegExp][] = [
    [{ HTTPS_PROXY: 'proxy.example:3128' }, /^HTTPS_PROXY: write http:\/\/HOST:PORT/],
    [{ HTTP_PROXY: 'socks5://proxy.example' }, /^HTTP_PROXY: write http/],
    [{ CA_CERTIFICATE: folder }, /^CA_CERTIFICATE: names no file/],
    [{ CA_CERTIFICATE: file('ca.pem', 'no PEM') }, /^CA_CERTIFICATE: names a file without certificates in PEM/],
    [{ CLIENT_KEY }, /^CLIENT_CERTIFICATE: is needed beside CLIENT_KEY/],
    [{ CLIENT_CERTIFICATE }, /^CLIENT_KEY: is needed, since/],
    [{ CLIENT_CERTIFICATE, CLIENT_KEY }, /^CLIENT_KEY_PASSPHRASE: is needed/],
    [
      { CLIENT_CERTIFICATE, CLIENT_KEY, CLIENT_KEY_PASSPHRASE: 'wrong-phrase' },
      /^CLIENT_KEY_PASSPHRASE: does not open/,
    ],
    [
      { CLIENT_CERTIFICATE, CLIENT_KEY: file('other.key', other.private) },
      /^CLIENT_KEY: is not the key of CLIENT_CERT/,
    ],
    [{ CLIENT_CERTIFICATE: file('client.pfx', 'no PFX') }, /^CLIENT_CERTIFICATE: cannot be used/],
    [{ EXTRA_HEADERS: 'X-One: fine-one\nno header' }, /^EXTRA_HEADERS: header 2 is not 'Name: value'/],
    [{ EXTRA_HEADERS: 'authorization: Bearer x' }, /^EXTRA_HEADERS: header 1 is authorization, which the suite sends/],
    [{ BASIC_AUTH: 'no-password' }, /^BASIC_AUTH: write user:password/],
    [{ MERCHANT_CERTIFICATE: CLIENT_CERTIFICATE }, /^MERCHANT_KEY: belongs to MERCHANT_CERTIFICATE/],
    [{ EXTRA_HEADERS: 'X-One: 1', BROWSER_ADDRESS: 'ws://browsers.example:3000/' }, /^BROWSER_ADDRESS: empty it/],
  ];
  for (const [given, problem] of wrong) {
    const [first = '', ...more] = problemsOf({ ...staging, ...given });
    assert.match(first, problem);
    assert.deepEqual(more, [], first);
    for (const value of Object.values(given)) assert.ok(!first.includes(value), first);
  }
  const [none = ''] = problemsOf({ ...staging, CA_CERTIFICATE: 'none.pem' });
  assert.ok(none.startsWith(`CA_CERTIFICATE: names no file that can be read: ${resolve('none.pem')};`), none);
  assert.ok(none.endsWith(`relative to ${process.cwd()}`), none);
  const right = { CLIENT_CERTIFICATE, CLIENT_KEY, CLIENT_KEY_PASSPHRASE: 'right-phrase' };
  assert.deepEqual(problemsOf({ ...staging, ...right }), []);
  // The network access settings do not apply to the sandbox on this machine.
  assert.deepEqual(problemsOf({ HTTPS_PROXY: 'proxy.example:3128', EXTRA_HEADERS: 'none' }), []);
  rmSync(folder, { recursive: true, force: true });
});

test('all missing settings of a real target are reported at once', () => {
  const named = problemsOf({ TARGET: 'staging' }).map((problem) => problem.split(':')[0]);
  const { TARGET: _target, STAGING_HOSTS: _hosts, ...needed } = staging;
  assert.deepEqual(named.sort(), Object.keys(needed).sort());
});

test('all problems are reported at once, each with its correction', () => {
  const problems = problemsOf({
    ...staging,
    AMOUNT: 'much',
    REQUEST_TIMEOUT_MS: '1',
    CUSTOMER_EMAIL: 'nobody',
    CURRENCY: '',
  });
  assert.deepEqual(problems.map((problem) => problem.split(':')[0]).sort(), [
    'AMOUNT',
    'CURRENCY',
    'CUSTOMER_EMAIL',
    'REQUEST_TIMEOUT_MS',
  ]);
  for (const problem of problems) assert.match(problem, /: .{10,}/);
});

test('an invalid address is reported as a problem of its variable', () => {
  for (const name of ['BASE_URL', 'WEBHOOK_URL', 'DIGEST_WEBHOOK_URL', 'MERCHANT_ORIGIN', 'BROWSER_ADDRESS']) {
    const problems = problemsOf({ ...staging, [name]: 'nowhere', AMOUNT: 'much' });
    assert.deepEqual(problems.map((problem) => problem.split(':')[0]).sort(), ['AMOUNT', name].sort());
  }
});

test('a seed is a number, or the number and path of a failure; GENERATED_RUNS is a number', () => {
  assert.deepEqual(parseSettings({}).seed, { number: 1, path: undefined, commands: undefined });
  assert.deepEqual(parseSettings({ SEED: '-7/12:0:3' }).seed, { number: -7, path: '12:0:3', commands: undefined });
  assert.equal(parseSettings({ SEED: '1/2:0/AbC:D' }).seed.commands, 'AbC:D');
  assert.match(problemsOf({ SEED: 'lucky' }).join(), /^SEED: write a whole number/);
  assert.equal(parseSettings({ GENERATED_RUNS: '0' }).generatedRuns, 0);
  assert.match(problemsOf({ GENERATED_RUNS: '-1' }).join(), /^GENERATED_RUNS: write 0 to omit the generated tests/);
});

test('every phone number starts with zero and has at least seven digits', () => {
  for (const wrong of ['0', '012345', '970000001', '0 call me']) {
    assert.match(problemsOf({ ...staging, MOBILE_MONEY_NUMBER: wrong }).join(), /^MOBILE_MONEY_NUMBER: write/, wrong);
    assert.match(
      problemsOf({ TEST_NUMBERS: `0961111111,${wrong}` }).join(),
      /^TEST_NUMBERS: write comma-separated numbers/,
      wrong,
    );
  }
  const { testNumbers } = parseSettings({ TEST_NUMBERS: '0961111111, 0961111112,' });
  assert.deepEqual(testNumbers, ['0961111111', '0961111112']);
});

test('an absent operator may be declared instead of configured', () => {
  assert.deepEqual(problemsOf({ ...staging, OPERATOR_C_CODE: '', NOT_APPLICABLE: 'operator-c' }), []);
});

test('an address is refused for the sandbox, since it suggests another target', () => {
  assert.equal(problemsOf({ BASE_URL: staging.BASE_URL, SECRET_KEY: staging.SECRET_KEY }).length, 2);
});

test('targets that could involve real money are refused', () => {
  assert.match(
    problemsOf({ ...staging, STAGING_HOSTS: '' }).join(),
    /^STAGING_HOSTS: staging\.example\.com is not listed/,
  );
  assert.match(problemsOf({ ...staging, SECRET_KEY: 'sk_live_1234' }).join(), /^SECRET_KEY: looks like a live key/);
  assert.match(
    problemsOf({ ...staging, PUBLISHABLE_KEY: 'prod-1234' }).join(),
    /^PUBLISHABLE_KEY: looks like a live key/,
  );
  assert.match(problemsOf({ ...staging, AMOUNT: '100001' }).join(), /^AMOUNT: is above MAX_AMOUNT/);
  assert.deepEqual(problemsOf({ ...staging, STAGING_HOSTS: '', BASE_URL: 'http://127.0.0.1:9' }), []);
});

test('problems do not reveal keys', () => {
  const secret = 'sk_live_do_not_print';
  const shown = problemsOf({
    ...staging,
    SECRET_KEY: secret,
    PUBLISHABLE_KEY: secret,
    BASE_URL: 'nowhere',
    AMOUNT: 'x',
  });
  const alone = problemsOf({ ...staging, SECRET_KEY: secret, PUBLISHABLE_KEY: secret });
  assert.ok(alone.length >= 2);
  assert.ok(![...shown, ...alone].some((problem) => problem.includes(secret)));
});

test('the former name of a setting is still read, with a note, and must not contradict the current one', () => {
  const note = { found: 'SEND_AHEAD is now called PREFETCH_CONCURRENCY', mend: 'use the new name' };
  assert.equal(parseSettings({ SEND_AHEAD: '4' }).prefetchConcurrency, 4);
  assert.deepEqual(notesOn({ SEND_AHEAD: '4' }), [note]);
  assert.deepEqual(notesOn({ PREFETCH_CONCURRENCY: '4', SEND_AHEAD: ' ' }), []);
  assert.equal(parseSettings({ SEND_AHEAD: '4', PREFETCH_CONCURRENCY: '4' }).prefetchConcurrency, 4);
  assert.deepEqual(problemsOf({ SEND_AHEAD: '4', PREFETCH_CONCURRENCY: '8' }), [
    'SEND_AHEAD: is now called PREFETCH_CONCURRENCY and differs from it; empty SEND_AHEAD',
  ]);
  assert.deepEqual(problemsOf({ SEND_AHEAD: 'many' }), ['SEND_AHEAD: write a number of requests']);
  assert.match(problemsOf({ PREFETCH_CONCURRENCY: '999' }).join(), /^PREFETCH_CONCURRENCY: write at most 256/);
});

test('a name in .env that is not a setting is mentioned, and one that other programs set is not', () => {
  assert.deepEqual(
    notesOn(
      { CURENCY: 'XTS', PATH: '/bin' },
      { CURENCY: 'XTS', CURRENCY: '', BROWSER_PATH: '', TARGET_FOLDER: '' },
    ).map(({ found }) => found),
    ['CURENCY in .env is not a setting and has no effect'],
  );
});

test('all shards together observe the limits, without changing the settings', () => {
  const settings = Object.freeze(parseSettings({ MAX_REQUESTS_PER_SECOND: '10', PREFETCH_CONCURRENCY: '9' }));
  const { maxRequestsPerSecond, prefetchConcurrency, ...others } = forShard(settings, { of: 4 });
  assert.deepEqual([maxRequestsPerSecond, prefetchConcurrency], [2.5, 3]);
  const { maxRequestsPerSecond: _rate, prefetchConcurrency: _atOnce, ...before } = settings;
  assert.deepEqual(others, before);
  assert.equal(forShard(settings, undefined), settings);
  const without = forShard(parseSettings({ PREFETCH_CONCURRENCY: '0' }), { of: 4 });
  assert.deepEqual([without.maxRequestsPerSecond, without.prefetchConcurrency], [undefined, 0]);
});

test('the settings of the digest are read without those of a target', () => {
  const expected = {
    digestWebhookUrl: undefined,
    digestWebhookFormat: 'teams',
    digestOn: 'always',
    issueToken: undefined,
    wayIn: { httpsProxy: undefined, httpProxy: undefined, noProxy: [], caCertificate: undefined },
  };
  assert.deepEqual(parseDigestSettings({ TARGET: 'staging', DIGEST_WEBHOOK_FORMAT: 'teams' }), expected);
  assert.throws(() => parseDigestSettings({ DIGEST_ON: 'never' }), /DIGEST_ON: write always, change, failure/);
  // Without a digest or issue, files that exist only in jobs with a target are not needed.
  const [ISSUE_TOKEN, CA_CERTIFICATE] = ['ghs_a1b2c3d4e5f6', 'none.pem'];
  assert.deepEqual(parseDigestSettings({ CA_CERTIFICATE, DIGEST_WEBHOOK_FORMAT: 'teams' }), expected);
  assert.throws(() => parseDigestSettings({ CA_CERTIFICATE, ISSUE_TOKEN }), /CA_CERTIFICATE: names no file/);
});

test('absent capabilities may have a reason, and unknown ones are refused', () => {
  const text = 'iframe: not offered before May, callbacks: see PAY-1: later, webhooks: no tunnel, form';
  const { notApplicable, absenceReasons } = parseSettings({ ...staging, NOT_APPLICABLE: text });
  assert.deepEqual([...notApplicable].sort(), [
    'callback-deletion',
    'callbacks',
    'form',
    'iframe',
    'second-currency',
    'webhooks',
  ]);
  assert.deepEqual(Object.fromEntries(absenceReasons), {
    iframe: 'not offered before May',
    callbacks: 'see PAY-1: later',
    'callback-deletion': 'see PAY-1: later',
    webhooks: 'no tunnel',
    'second-currency': 'SECOND_CURRENCY is not set',
  });
  assert.match(problemsOf({ ...staging, NOT_APPLICABLE: 'iframe: no, not yet' }).join(), /without a comma/);
  assert.deepEqual(problemsOf({ ...staging, OPERATOR_C_CODE: '', NOT_APPLICABLE: 'operator-c: comes later' }), []);
});

test('a second currency differs from the first, and is optional', () => {
  const { secondCurrency, notApplicable } = parseSettings({ ...staging, SECOND_CURRENCY: 'EUR' });
  assert.equal(secondCurrency, 'EUR');
  assert.ok(!notApplicable.has('second-currency'));
  assert.ok(parseSettings(staging).notApplicable.has('second-currency'));
  assert.match(problemsOf({ ...staging, SECOND_CURRENCY: 'XTS' }).join(), /^SECOND_CURRENCY: is the same as CURRENCY/);
});

test('a callback id that would alter the path, and an invalid WEBHOOK_LISTEN, are refused', () => {
  for (const id of ['..', 'a/../b', 'x'.repeat(501), 'a\u0000b']) {
    for (const name of ['CALLBACK_ID', 'DISPOSABLE_CALLBACK_IDS']) {
      assert.throws(() => parseSettings({ ...staging, [name]: id }), new RegExp(`${name}: write ids of 1 to 500`));
    }
  }
  assert.throws(
    () => parseSettings({ ...staging, WEBHOOK_LISTEN: 'everywhere' }),
    /WEBHOOK_LISTEN: write an IP address/,
  );
  assert.equal(parseSettings(staging).webhookListen, '127.0.0.1');
});

test('without a target, a note names the searched folder', (t) => {
  const { TARGET, TARGET_FOLDER } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
    for (const [name, value] of Object.entries({ TARGET, TARGET_FOLDER })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  process.env['TARGET_FOLDER'] = folder;
  delete process.env['TARGET'];
  assert.ok(noSettingsNote()?.includes(`there is no .env in ${folder}`));
  assert.match(noSettingsNote() ?? '', /so the sandbox is used; to check a target, use --target FOLDER/);
  process.env['TARGET'] = 'sandbox';
  assert.equal(noSettingsNote(), undefined);
  delete process.env['TARGET'];
  writeFileSync(join(folder, '.env'), '');
  assert.equal(noSettingsNote(), undefined);
});
