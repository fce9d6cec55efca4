import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSettings } from '../../settings/settings.ts';
import { Guard, guardOf } from './guard.ts';
import { isPublicAddress } from './parts.ts';

const guard = new Guard({ hosts: ['Staging.Example.com', 'pay.example.com:8443', '[2001:db8::1]:8080'] });

test('this machine and the listed hosts are allowed in any spelling', () => {
  for (const address of [
    'https://staging.example.com/pay',
    'http://staging.example.com.:81/',
    'https://STAGING.example.com',
    'wss://staging.example.com/live',
    'https://pay.example.com:8443/x',
    'http://[2001:DB8:0::1]:8080/',
    'http://127.0.0.1:4000/',
    'http://localhost/',
    'http://[::1]:9/',
    // Browsers also read these as 127.0.0.1.
    'http://2130706433/',
    'http://0x7f.1/',
  ]) {
    assert.ok(guard.allows(address), address);
  }
});

test('other hosts and schemes are not allowed', () => {
  for (const address of [
    'https://example.com/',
    'https://evil.staging.example.com/',
    'https://staging.example.com.evil.example/',
    'https://staging.example.com@evil.example/',
    'https://pay.example.com/',
    'http://[2001:db8::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://127.0.0.1.example/',
    'http://production.localhost/',
    'file:///etc/passwd',
    'file://127.0.0.1/etc/passwd',
    'javascript:alert(1)//staging.example.com',
    'data:text/html,x',
    'chrome://version',
    'view-source:https://staging.example.com',
    'blob:https://staging.example.com/1',
    'ftp://staging.example.com/',
    'about:blank',
    '//staging.example.com/',
    '',
  ]) {
    assert.ok(!guard.allows(address), address);
  }
});

test('a refusal names only the host, and how to allow it', () => {
  assert.throws(() => guard.check('https://user:pass@evil.example:444/pay?key=1', 'hosted_url'), {
    name: 'NotTested',
    message:
      /^hosted_url leads to evil\.example:444, .*add evil\.example:444 to STAGING_HOSTS if it is part of the test/,
  });
  assert.throws(() => guard.check('file:///etc/passwd', 'hosted_url'), /is not an http or https address/);
});

test("the merchant's host is redirected to this machine only at its own port", () => {
  const merchant = guardOf(parseSettings({ MERCHANT_ORIGIN: 'http://merchant.example:8080' }), 4711);
  assert.ok(merchant.allows('http://merchant.example:8080/x'));
  assert.ok(!merchant.allows('http://merchant.example/x'));
  assert.deepEqual(merchant.placeOf('http://merchant.example:8080/x'), { host: '127.0.0.1', port: 4711 });
  assert.deepEqual(merchant.placeOf('http://[::1]:81/'), { host: '::1', port: 81 });
});

test('addresses of private networks are not public', () => {
  for (const address of ['93.184.216.34', '2606:2800:220::1', '172.32.0.1']) {
    assert.ok(isPublicAddress(address), address);
  }
  const closed =
    '127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 ::1 :: fd00::1 fe80::1 ' +
    'ff02::1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe 64:ff9b::127.0.0.1';
  for (const address of closed.split(' ')) {
    assert.ok(!isPublicAddress(address), address);
  }
});
