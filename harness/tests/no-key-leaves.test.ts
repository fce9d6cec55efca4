import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { runTests, serve, temporaryFolder } from '../../fixtures/tests/run-specs.ts';
import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import { sandboxAsStaging } from '../../helpers/settings/sandbox-account.ts';
import { readResults } from '../results/read-results.ts';

const random = (): string => randomBytes(12).toString('hex');
const keys = { SECRET_KEY: `sk_test_${random()}/&+${random()}`, PUBLISHABLE_KEY: `pk_test_${random()}/&+${random()}` };

/** A key in base64 inside a longer text, without what depends on its neighbours. */
const inBase64 = (key: string): string[] =>
  [0, 1, 2].map((shift) => {
    const text = Buffer.from('x'.repeat(shift) + key).toString('base64');
    return text.slice(shift + 1, -4);
  });
const notationsOf = (key: string): string[] => [
  key,
  encodeURIComponent(key),
  JSON.stringify(key)
    .slice(1, -1)
    .replaceAll('/', String.raw`\/`),
  escapeHtml(key),
  Buffer.from(key).toString('base64'),
];

/** All text of a file: as it is, and of the archive that is embedded in Playwright's report. */
const textsIn = (file: string): string[] => {
  const text = readFileSync(file, 'latin1');
  const [, archive] = /base64,(UEsDB[A-Za-z0-9+/=]+)/.exec(text) ?? [];
  const inside = archive ? Object.values(unzipSync(Buffer.from(archive, 'base64'))) : [];
  return [text, ...inside.map((bytes) => Buffer.from(bytes).toString('latin1'))];
};

test('no key leaves a run, whatever a hostile service answers', async (t) => {
  const notations = Object.values(keys).flatMap(notationsOf);
  let answered = 0;
  const address = await serve(t, (_, response) => {
    answered += 1;
    const isPage = answered % 5 === 0;
    response.writeHead(answered % 3 === 0 ? 400 : 200, {
      'content-type': isPage ? 'text/html' : 'application/json',
      'x-echo': notations.join(' '),
      'set-cookie': `key=${encodeURIComponent(keys.SECRET_KEY)}`,
    });
    const message = notations[answered % notations.length];
    const body = {
      result: keys.SECRET_KEY,
      message,
      [keys.PUBLISHABLE_KEY]: notations,
      wallets: notations,
      redirect_url: `https://x/?${message}`,
    };
    response.end(isPage ? `<title>${message}</title><p>${notations.join('<br>')}` : JSON.stringify(body));
  });
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'target.env'), '');
  const { CALLBACK_CREATE_PATH: _, ...account } = sandboxAsStaging(address);
  // Without names of specs, all would be loaded.
  const few = '4.1-hosted-page 4.3-wallet-list 4.4-balances --grep @(hosted.own-page|wallets.list|balance.narrowed)';
  const { code, output } = await runTests(few.split(' '), {
    ...account,
    ...keys,
    NOT_APPLICABLE: 'callbacks',
    GENERATED_RUNS: '0',
    ENV_FILE: join(folder, 'target.env'),
  });
  const reports = join(folder, 'reports');
  const { run, rules } = readResults(join(reports, 'results.json'));
  assert.equal(code, 1, output);
  assert.ok(rules.some(({ verdict }) => verdict === 'fail'));
  assert.deepEqual(run.errors, []);
  // Keys are masked where they appear; the search of the reports is only the last guard.
  assert.equal(run.removed, undefined);

  const sought = Object.values(keys).flatMap((key) => [...notationsOf(key), ...inBase64(key)]);
  const files = readdirSync(reports, { recursive: true, encoding: 'utf8' }).map((name) => join(reports, name));
  const texts = files
    .filter((file) => statSync(file).isFile())
    .flatMap((file) => textsIn(file).map((text) => ({ file, text })));
  assert.ok(texts.length > 20);
  for (const { file, text } of [...texts, { file: 'the console', text: output }])
    for (const one of sought) assert.ok(!text.includes(one), `${file} has ${one}`);
  // They were there to be found.
  assert.ok(texts.some(({ text }) => text.includes('<SECRET_KEY>')));
});
