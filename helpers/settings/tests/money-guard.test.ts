import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../processes/tests/program.ts';
import { noSettings } from '../declarations/declarations.ts';
import { parseSettings, SettingsError } from '../settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const staging = {
  TARGET: 'staging',
  SECRET_KEY: 'sk_test_of_nobody',
  PUBLISHABLE_KEY: 'pk_test_of_nobody',
  OPERATOR_A_CODE: 'A1',
  OPERATOR_B_CODE: 'B1',
  OPERATOR_C_CODE: 'C1',
  CURRENCY: 'XTS',
  MOBILE_MONEY_NUMBER: '0970000001',
};

/** The problems of a target at an address; without any, the address that is used. */
const read = (address: string, hosts = '', more: Record<string, string> = {}): string => {
  try {
    const given = { ...staging, BASE_URL: address, STAGING_HOSTS: hosts, INSECURE_HOSTS: hosts };
    return parseSettings({ ...given, ...more }).baseUrl;
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems.join('\n');
  }
};

test('a listed host is accepted in any notation', () => {
  const listed = 'staging.example.com, Other.Example.com:8443, bücher.example, [2001:db8::7], 10.0.0.7';
  for (const [address, used] of [
    ['https://staging.example.com', 'https://staging.example.com'],
    ['https://STAGING.example.com:8443/pay/', 'https://staging.example.com:8443/pay'],
    ['https://staging.example.com./', 'https://staging.example.com.'],
    ['https://other.example.com:8443', 'https://other.example.com:8443'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
    ['http://[2001:DB8:0::7]:80', 'http://[2001:db8::7]'],
    ['http://167772167', 'http://10.0.0.7'],
  ] as const) {
    assert.equal(read(address, listed), used, address);
  }
});

test('the default port is compared like any other', () => {
  assert.equal(read('https://a.example', 'a.example:443'), 'https://a.example');
  assert.match(read('http://a.example', 'a.example:443'), /^STAGING_HOSTS: a\.example is not listed/);
});

test('keys are sent without encryption only to hosts of INSECURE_HOSTS and to this machine', () => {
  const refusal = /^BASE_URL: the keys would be sent to a\.example without encryption; .*INSECURE_HOSTS/;
  for (const hosts of ['', 'b.example', 'a.example:8080', 'www.a.example']) {
    assert.match(read('http://a.example', 'a.example', { INSECURE_HOSTS: hosts }), refusal, hosts);
  }
  const listed = { INSECURE_HOSTS: 'b.example, a.example:80' };
  assert.equal(read('http://a.example', 'a.example', listed), 'http://a.example');
  assert.equal(read('https://a.example', 'a.example', { INSECURE_HOSTS: '' }), 'https://a.example');
  assert.equal(read('http://127.0.0.1:1', '', { INSECURE_HOSTS: '' }), 'http://127.0.0.1:1');
  assert.match(read('http://a.example', '', listed), /^STAGING_HOSTS: a\.example is not listed/);
  assert.match(read('http://a.example', 'a.example', { INSECURE_HOSTS: 'http://a.example' }), /^INSECURE_HOSTS: write/);
});

test('loopback addresses in any notation need not be listed', () => {
  const local = ['http://localhost:1', 'http://LOCALHOST.', 'http://127.0.0.1', 'http://127.9.9.9', 'http://[::1]:1'];
  for (const address of [...local, 'http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1']) {
    assert.match(read(address), /^http:\/\//, address);
  }
});

test('hosts that resemble a listed one or this machine are refused', () => {
  for (const address of [
    'https://example.com',
    'https://www.staging.example.com',
    'https://staging.example.com.evil.example',
    'https://staging-example.com',
    'https://ѕtaging.example.com', // the first letter is Cyrillic
    'https://evil.example\\@staging.example.com',
    'https://other.example.com',
    'https://other.example.com:8444',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://0.0.0.0',
    'http://0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://3232235777',
  ]) {
    assert.match(read(address, 'staging.example.com,other.example.com:8443'), /^(STAGING_HOSTS|BASE_URL): /, address);
  }
});

test('addresses with user name, query or fragment, which can hide the host, are refused', () => {
  for (const address of [
    'https://a.example@evil.example',
    'https://a:b@a.example',
    'https://a.example?x',
    'http://a#b',
  ]) {
    assert.match(read(address, 'a.example,evil.example'), /^BASE_URL: write it without/, address);
  }
});

test('a list with anything but hosts is refused', () => {
  for (const hosts of [
    '*',
    '*.example.com',
    'https://a.example',
    'a.example/pay',
    'a@b.example',
    'a.example,b c',
    '::1',
  ]) {
    assert.match(read('https://a.example', hosts), /^STAGING_HOSTS: write hosts such as/, hosts);
  }
});

test('keys that look live are refused, by default or by LIVE_KEY_PATTERN', () => {
  assert.match(read('http://127.0.0.1', '', { SECRET_KEY: 'sk_live_1' }), /^SECRET_KEY: looks like a live key/);
  assert.match(read('http://127.0.0.1', '', { SECRET_KEY: 'olive_deliver_products' }), /^http/);
  const pattern = { LIVE_KEY_PATTERN: '^sk_test', AMOUNT: 'x' };
  assert.match(read('http://127.0.0.1', '', pattern), /SECRET_KEY: looks like a live key/);
});

test('a key must look like a test key, on this machine only if TEST_KEY_PATTERN is set', () => {
  const opaque = { SECRET_KEY: '0d3f6c1e-7f0b-4d7e-9c53-1b2a3c4d5e6f' };
  const refusal = /^SECRET_KEY: is not known to be a test key: .*TEST_KEY_PATTERN.*LIVE_KEY_PATTERN/;
  assert.match(read('https://a.example', 'a.example', opaque), refusal);
  assert.doesNotMatch(read('https://a.example', 'a.example', opaque), /0d3f6c1e/);
  assert.match(read('http://127.0.0.1', '', opaque), /^http/);
  const uuid = { TEST_KEY_PATTERN: '^[0-9a-f-]{36}$' };
  assert.match(
    read('https://a.example', 'a.example', { ...opaque, ...uuid }),
    /^PUBLISHABLE_KEY: .* does not match TEST_/,
  );
  assert.match(read('http://127.0.0.1', '', uuid), /^SECRET_KEY: .* does not match TEST_KEY_PATTERN/);
  const both = { ...opaque, PUBLISHABLE_KEY: '0d3f6c1e-7f0b-4d7e-9c53-1b2a3c4d5e60', ...uuid };
  assert.equal(read('https://a.example', 'a.example', both), 'https://a.example');
  assert.match(read('https://a.example', 'a.example', { ...both, LIVE_KEY_PATTERN: '^0d' }), /looks like a live key/);
  assert.equal(parseSettings(uuid).target, 'sandbox');
  for (const name of ['TEST_KEY_PATTERN', 'LIVE_KEY_PATTERN']) {
    assert.match(read('http://127.0.0.1', '', { [name]: '(test' }), new RegExp(`^${name}: .*Unterminated group`));
  }
});

test('the same key twice, and a key that is invalid in headers, are refused', () => {
  assert.match(read('http://127.0.0.1', '', { PUBLISHABLE_KEY: staging.SECRET_KEY }), /^PUBLISHABLE_KEY: is the same/);
  assert.match(read('http://127.0.0.1', '', { SECRET_KEY: 'sk test' }), /^SECRET_KEY: write only the key/);
});

test('an unlisted host is reported together with all other problems', () => {
  assert.match(read('https://a.example', '', { AMOUNT: 'x' }), /AMOUNT: .*\nSTAGING_HOSTS: a\.example is not listed/);
});

test('only parseSettings provides the address of a target', () => {
  const sources = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'tests'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/tests\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const filesMatching = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(`${root}${file}`, 'utf8')));
  // These pass a target on, which they get only through the guard in parseSettings. The oracle uses no target.
  const callers = [
    'harness/triage/again/playwright.config.ts',
    'helpers/settings/environment.ts',
    'proof/oracle/oracle.ts',
    'proof/readings/settings-with.ts',
  ];
  assert.deepEqual(filesMatching(/parseSettings\(/).sort(), callers);
  assert.deepEqual(filesMatching(/env(\.|\[')BASE_URL|\{[^}]*BASE_URL[^}]*\} = process\.env/), []);
});

// The programs as users start them, and a server that counts requests.

const programs = {
  'npm run doctor': ['cli/setup/prepared.mjs', 'cli/setup/doctor-report.ts'],
  'npm start': ['cli/setup/start.mjs', '--project=api'],
  'npx playwright test': ['node_modules/@playwright/test/cli.js', 'test', '--grep', '@wallets.accepted'],
};

/** Each case has exactly one reason to stop the programs. */
const refusals: readonly [program: keyof typeof programs, settings: Record<string, string>, reason: RegExp][] = [
  [
    'npm run doctor',
    { BASE_URL: 'http://0.0.0.0:PORT', INSECURE_HOSTS: '0.0.0.0' },
    /STAGING_HOSTS: 0\.0\.0\.0:\d+ is not listed/,
  ],
  ['npm start', { SECRET_KEY: 'sk_live_of_somebody' }, /SECRET_KEY: looks like a live key/],
  ['npx playwright test', { AMOUNT: '5000', MAX_AMOUNT: '4000' }, /AMOUNT: is above MAX_AMOUNT/],
];

const run = (args: readonly string[], settings: Record<string, string>) =>
  runProgram(args, { settings: { ...noSettings, ...staging, ...settings } });

test('a refusal ends every program with 3 and its reason, before any request is sent', async () => {
  let visitors = 0;
  const server = createServer((socket) => {
    visitors += 1;
    socket.destroy();
  }).listen(0, '0.0.0.0');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  try {
    await Promise.all(
      refusals.map(async ([name, settings, reason]) => {
        const { BASE_URL = 'http://127.0.0.1:PORT', ...others } = settings;
        const { code, output } = await run(programs[name], { ...others, BASE_URL: BASE_URL.replace('PORT', port) });
        assert.equal(code, 3, `${name}\n${output}`);
        assert.match(output, reason);
        assert.doesNotMatch(output, /live_of_somebody/);
      }),
    );
    assert.equal(visitors, 0);
    // The server is reached once its host is listed, which proves that no request was sent before.
    await run(programs['npm run doctor'], {
      BASE_URL: `http://0.0.0.0:${port}`,
      STAGING_HOSTS: '0.0.0.0',
      INSECURE_HOSTS: '0.0.0.0',
    });
    assert.ok(visitors > 0);
  } finally {
    server.close();
  }
});
