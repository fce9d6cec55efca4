import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { maskingOf } from '../../../helpers/redaction/secrets.ts';
import { BlindScan, canaries, provenScan } from '../canaries.ts';
import { searchable, scanFolder, tooOrdinary } from '../scan.ts';

const secrets = {
  secretKey: 'sk_test_planted_7f3a',
  publishableKey: 'pk_test_planted_99c1',
  customerEmail: 'somebody@example.com',
  mobileMoneyNumber: '0712345678',
};

const inFolder = (act: (folder: string) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'));
  try {
    act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('a folder is masked completely, and removals are reported without the value', () => {
  inFolder((folder) => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'a.md'), `see ${secrets.publishableKey} of ${secrets.customerEmail}`);
    writeFileSync(join(folder, 'broken.zip'), `PK\u0003\u0004${secrets.secretKey}`);
    writeFileSync(
      join(folder, 'trace.zip'),
      zipSync({ 'a.txt': strToU8(secrets.secretKey), 'b.txt': strToU8('kept') }),
    );
    writeFileSync(join(folder, `of-${secrets.secretKey}.txt`), 'nothing');
    const removed = scanFolder(folder, maskingOf(secrets));
    assert.deepEqual(
      removed.sort((a, b) => a.file.localeCompare(b.file)),
      [
        { file: 'broken.zip', what: ['an archive that cannot be read'] },
        { file: 'deep/a.md', what: ['CUSTOMER_EMAIL', 'PUBLISHABLE_KEY'] },
        { file: 'of-<SECRET_KEY>.txt', what: ['its name'] },
        { file: 'trace.zip > a.txt', what: ['SECRET_KEY'] },
      ],
    );
    assert.equal(readFileSync(join(folder, 'deep', 'a.md'), 'utf8'), 'see <PUBLISHABLE_KEY> of <CUSTOMER_EMAIL>');
    assert.equal(readFileSync(join(folder, 'broken.zip'), 'utf8'), '');
    assert.equal(Buffer.from(unzipSync(readFileSync(join(folder, 'trace.zip')))['b.txt'] ?? []).toString(), 'kept');
    assert.ok(!readdirSync(folder).join().includes(secrets.secretKey));
    assert.deepEqual(scanFolder(folder, maskingOf(secrets)), []);
    assert.deepEqual(scanFolder(join(folder, 'none'), maskingOf(secrets)), []);
  });
});

test('the search finds every planted value and leaves no planted files behind', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'a.txt'), secrets.secretKey);
    assert.deepEqual(provenScan(folder, secrets), [{ file: 'a.txt', what: ['SECRET_KEY'] }]);
    assert.deepEqual(readdirSync(folder), ['a.txt']);
  });
});

test('a search that misses any single encoding is detected', () => {
  const blindTo =
    (form: RegExp): typeof maskingOf =>
    (of, further) => {
      const mask = maskingOf(of, further);
      return (text, found) => (form.test(text) ? text : mask(text, found));
    };
  inFolder((folder) => {
    for (const [form, name] of [
      [/^Bearer canary/, 'plain.txt'],
      [/\\\\/, 'json.json'],
      [/%2B/, 'address.txt'],
      [/&amp;/, 'page.html, entities.html'],
      [/\0/, 'utf16-le.txt, utf16-be.txt'],
      [/:61:6e:/, 'hex.txt'],
      [/^\[\s+"c"/, 'characters.json'],
      [/"0":"c"/, 'object.json'],
      [/^\[99,/, 'codes.json'],
      [/\\u\{/, 'escapes.js'],
      [/\\143/, 'octal.js'],
      [/\n {4}/, 'lines.txt'],
      [
        /^\{"body"/,
        'base64-0.json, base64-1.json, base64-2.json, base64-twice.json, deflate-raw.json, base64-utf16.json',
      ],
    ] as const) {
      assert.throws(
        () => provenScan(folder, secrets, blindTo(form)),
        (error) => {
          assert.ok(error instanceof BlindScan);
          assert.match(error.message, new RegExp(`\\(${name.replaceAll('.', '\\.')}\\)`));
          return true;
        },
        name,
      );
      assert.deepEqual(readdirSync(folder), []);
    }
    const undecoded: string[] = [];
    assert.throws(() => provenScan(folder, secrets, () => (text) => text), /do not hand them on/);
    for (const [name, { plant, reveal }] of Object.entries(canaries)) {
      if (!reveal(Buffer.from(plant('canary+/"&12'))).includes('canary+/"&12')) undecoded.push(name);
    }
    assert.deepEqual(undecoded, [], 'a planted value cannot be decoded');
  });
});

test('keys that are ordinary words are not searched for in reports, and are listed', () => {
  for (const word of ['test', 'expected', 'non-conforming', 'publishable_key', 'callback']) {
    assert.deepEqual(tooOrdinary({ secretKey: word, publishableKey: '' }), ['SECRET_KEY'], word);
    assert.equal(searchable({ ...secrets, secretKey: word }).secretKey, '');
  }
  assert.deepEqual(tooOrdinary(secrets), []);
  assert.deepEqual(searchable(secrets), secrets);
});
