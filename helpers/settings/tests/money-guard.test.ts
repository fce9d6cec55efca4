import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { suiteRoot } from '../settings-folder.cjs';
import { parseSettings, SettingsError } from '../settings.ts';
import { staging } from './staging.ts';

/** The problems of a target at an address; without any, the address that is used. */
const read = (address: string, hosts = '', more: Record<string, string> = {}): string => {
  try {
    return parseSettings({ ...staging, BASE_URL: address, STAGING_HOSTS: hosts, ...more }).baseUrl;
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems.join('\n');
  }
};

test('a listed host is accepted in any notation, with its default port or a listed one', () => {
  const listed = 'staging.example.com, Other.Example.com:8443, b.example:443, bücher.example, http://[2001:db8::7]';
  for (const [address, used] of [
    ['https://STAGING.example.com:8443/pay/', 'https://staging.example.com:8443/pay'],
    ['https://staging.example.com./', 'https://staging.example.com.'],
    ['https://other.example.com:8443', 'https://other.example.com:8443'],
    ['https://b.example', 'https://b.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['http://[2001:DB8:0::7]:80', 'http://[2001:db8::7]'],
    ['https://[2001:DB8:0::7]', 'https://[2001:db8::7]'],
  ] as const)
    assert.equal(read(address, listed), used, address);
});

test('keys are sent without encryption only to hosts that are listed with http:// and to this machine', () => {
  const refusal = /^BASE_URL: the keys would be sent to a\.example without encryption; .*http:\/\/HOST/;
  for (const hosts of ['a.example', 'a.example, http://b.example', 'a.example, http://a.example:8080'])
    assert.match(read('http://a.example', hosts), refusal, hosts);
  assert.equal(read('http://a.example', 'http://b.example, http://a.example:80'), 'http://a.example');
});

test('loopback addresses in any notation need not be listed', () => {
  const names = 'localhost:1 LOCALHOST. 127.0.0.1 127.9.9.9 [::1]:1 2130706433 0x7f.1 0177.0.0.1';
  for (const name of names.split(' ')) assert.match(read(`http://${name}`), /^http:\/\//, name);
});

test('hosts that resemble a listed one or this machine, and addresses that can hide the host, are refused', () => {
  const names =
    'example.com www.staging.example.com staging.example.com.evil.example staging-example.com b.example:444 ' +
    // The first letter of the first one is Cyrillic.
    'ѕtaging.example.com evil.example\\@staging.example.com 127.0.0.1.evil.example localhost.evil.example ' +
    '0.0.0.0 0 [::] [::ffff:127.0.0.1] 3232235777 staging.example.com@evil.example a:b@staging.example.com ' +
    'staging.example.com?x staging.example.com#b';
  for (const name of names.split(' '))
    assert.match(read(`https://${name}`, 'staging.example.com,b.example:443'), /^(STAGING_HOSTS|BASE_URL): /, name);
});

test('a list with anything but hosts is refused', () => {
  for (const hosts of '*|*.example.com|https://a.example|a.example/pay|a@b.example|b c|::1|http://'.split('|'))
    assert.match(read('https://a.example', hosts), /^STAGING_HOSTS: write hosts such as/, hosts);
});

test('keys that look live are refused, by default or by LIVE_KEY_PATTERN', () => {
  assert.match(read('http://127.0.0.1', '', { SECRET_KEY: 'sk_live_1' }), /^SECRET_KEY: looks like a live key/);
  assert.match(read('http://127.0.0.1', '', { PUBLISHABLE_KEY: 'prod-1' }), /^PUBLISHABLE_KEY: looks like a live key/);
  assert.match(read('http://127.0.0.1', '', { SECRET_KEY: 'olive_deliver_products' }), /^http/);
  const pattern = { LIVE_KEY_PATTERN: '^sk_test', AMOUNT: 'x' };
  assert.match(read('http://127.0.0.1', '', pattern), /SECRET_KEY: looks like a live key/);
});

test('a key must look like a test key, on this machine only if TEST_KEY_PATTERN is set', () => {
  const opaque = { SECRET_KEY: '0d3f6c1e-7f0b-4d7e-9c53-1b2a3c4d5e6f' };
  const refusal = /^SECRET_KEY: is not known to be a test key: .*TEST_KEY_PATTERN.*LIVE_KEY_PATTERN/;
  assert.match(read('https://a.example', 'a.example', opaque), refusal);
  assert.match(read('http://127.0.0.1', '', opaque), /^http/);
  const uuid = { TEST_KEY_PATTERN: '^[0-9a-f-]{36}$' };
  assert.match(read('https://a.example', 'a.example', { ...opaque, ...uuid }), /^PUBLISHABLE_KEY: .* not match TEST_/);
  assert.match(read('http://127.0.0.1', '', uuid), /^SECRET_KEY: .* does not match TEST_KEY_PATTERN/);
  const both = { ...opaque, PUBLISHABLE_KEY: '0d3f6c1e-7f0b-4d7e-9c53-1b2a3c4d5e60', ...uuid };
  assert.equal(read('https://a.example', 'a.example', both), 'https://a.example');
  assert.match(read('https://a.example', 'a.example', { ...both, LIVE_KEY_PATTERN: '^0d' }), /looks like a live key/);
  assert.equal(parseSettings(uuid).target, 'sandbox');
  for (const name of ['TEST_KEY_PATTERN', 'LIVE_KEY_PATTERN'])
    assert.match(read('http://127.0.0.1', '', { [name]: '(test' }), new RegExp(`^${name}: .*Unterminated group`));
});

test('signs of real money are reported together with all other problems, and no key is shown', () => {
  const keys = { SECRET_KEY: 'sk_live do not print', PUBLISHABLE_KEY: 'pk_live_do_not_print' };
  const problems = read('https://a.example', '', { ...keys, AMOUNT: 'x' });
  const expected = [
    'AMOUNT: write',
    'SECRET_KEY: write',
    'SECRET_KEY: looks like a live',
    'PUBLISHABLE_KEY: looks like',
  ];
  for (const part of [...expected, 'STAGING_HOSTS: a.example is not listed']) assert.ok(problems.includes(part), part);
  assert.doesNotMatch(problems, /not.print/);
  assert.match(read('http://127.0.0.1', '', { AMOUNT: '100001' }), /^AMOUNT: is above MAX_AMOUNT \(100000/);
});

test('only the settings provide the address of a target', () => {
  const readers = ['interface', 'helpers', 'fixtures', 'harness', 'cli', 'proof', 'tests'].flatMap((folder) =>
    readdirSync(join(suiteRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|\/tests\//.test(name))
      .filter((name) => /env(\.|\[')BASE_URL/.test(readFileSync(join(suiteRoot, folder, name), 'utf8'))),
  );
  assert.deepEqual(readers, []);
});
