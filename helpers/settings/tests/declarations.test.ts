import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { maskFor } from '../../redaction/secrets.ts';
import { declared, groups, variableNames } from '../declarations/declarations.ts';
import { envExample, settingsPage } from '../declarations/texts.ts';
import { parseSettings } from '../settings.ts';

/** UPDATE_SETTINGS_TEXTS=1 writes the files instead of comparing them. */
const compare = (file: string, text: string): void => {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  if (process.env.UPDATE_SETTINGS_TEXTS) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const how = 'UPDATE_SETTINGS_TEXTS=1 node --import tsx --test helpers/settings/tests/declarations.test.ts';
  assert.equal(readFileSync(path, 'utf8'), text, `${file} does not match the declarations; update it with: ${how}`);
};

test('.env.example matches the declarations', () => compare('.env.example', envExample()));

test('docs/settings.md matches the declarations', () => compare('docs/settings.md', settingsPage()));

test('every variable is declared once and belongs to one group', () => {
  const grouped = groups.flatMap(({ settings }) => settings.map(({ variable }) => variable));
  assert.equal(new Set(variableNames).size, variableNames.length);
  assert.deepEqual(grouped.toSorted(), [...variableNames, 'BROWSER_PATH'].toSorted());
  for (const { variable, formerly } of declared) assert.ok(!grouped.includes(formerly ?? ''), variable);
});

test('settings that are declared as masked are masked', () => {
  const values: Record<string, string> = {
    SECRET_KEY: 'sk_test_8f3b1c9d7e2a',
    PUBLISHABLE_KEY: 'pk_test_51e0c7a9b4d6',
    CUSTOMER_EMAIL: 'jo.planted@example.com',
    MOBILE_MONEY_NUMBER: '0967312845',
    DIGEST_WEBHOOK_URL: 'https://chat.example.com/hooks/3f9c2e71b08d',
    ISSUE_TOKEN: 'ghs_4b7e02c9a1',
    HTTPS_PROXY: 'http://jo:px-77d1c0@proxy.example:3128',
    HTTP_PROXY: 'http://jo:px-23a9f4@proxy.example:3128',
    CLIENT_KEY_PASSPHRASE: 'phrase-58c2e9',
    EXTRA_HEADERS: 'X-Access-Secret: gate-7f3b91',
    BASIC_AUTH: 'jo:gate-w0rd-3',
  };
  const beside = { BROWSER_ADDRESS: 'ws://browsers.example:3000/?token=91c4d0be72fa' };
  const masked = declared.filter(({ secret }) => secret === 'masked').map(({ variable }) => variable);
  assert.deepEqual(masked.toSorted(), Object.keys({ ...values, ...beside }).toSorted());
  const settings = parseSettings({
    TARGET: 'staging',
    BASE_URL: 'http://127.0.0.1:9',
    CURRENCY: 'XTS',
    NOT_APPLICABLE: 'operator-a, operator-b, operator-c',
    ...values,
  });
  // The settings refuse a remote browser together with gateway headers.
  const mask = maskFor({ ...settings, browserAddress: beside.BROWSER_ADDRESS });
  const parts = {
    DIGEST_WEBHOOK_URL: 'hooks/3f9c2e71b08d',
    BROWSER_ADDRESS: '91c4d0be72fa',
    HTTPS_PROXY: 'px-77d1c0',
    HTTP_PROXY: 'px-23a9f4',
    EXTRA_HEADERS: Buffer.from('gate-7f3b91').toString('base64'),
    BASIC_AUTH: Buffer.from('jo:gate-w0rd-3').toString('base64'),
  };
  for (const [name, value] of [...Object.entries(values), ...Object.entries(beside), ...Object.entries(parts)]) {
    const shown = mask(`said: ${value}.`);
    assert.ok(shown.includes(`<${name}>`), `${name}: ${shown}`);
  }
});
