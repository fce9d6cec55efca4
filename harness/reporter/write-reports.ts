import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { outboundAgent } from '../../helpers/network/target-connection.ts';
import { maskFor, type Secrets } from '../../helpers/redaction/secrets.ts';
import { besideSettings } from '../../helpers/settings/settings-folder.cjs';
import type { Settings } from '../../helpers/settings/settings.ts';
import { driftOf, pinFileOf, readPins, type Drift } from '../baselines/pinned-observations.ts';
import { junitOf, readTestKeys, testKeysFile } from '../results/junit.ts';
import type { Results } from '../results/results-schema.ts';
import { writeAtomically } from '../results/write-atomically.ts';
import { digestOf, messageOf } from '../summary/digest.ts';
import { frontPageOf } from '../summary/front-page.ts';
import { comparedPaymentsFile, paymentsFile, paymentsPageOf, type Picture } from '../summary/payments-page.ts';

const written = [
  'results.json',
  'junit.xml',
  'index.html',
  'digest.md',
  'failed-tests.txt',
  paymentsFile,
  comparedPaymentsFile,
];

/** Removes the reports of an earlier run, so that they cannot be mistaken for those of this run. */
export const removeOldReports = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of [...written, 'allure-results']) rmSync(join(folder, name), { recursive: true, force: true });
};

/**
 * Writes the reports of a run.
 *
 * @returns the observations that differ from the pinned ones; undefined when none are pinned for this target
 */
export const writeReports = (
  folder: string,
  results: Results,
  pictures: readonly Picture[] = [],
): Drift[] | undefined => {
  const pins = readPins(join(folder, '..', pinFileOf(results.run)));
  const drift = pins && driftOf(results, pins);
  writeResults(folder, results);
  writeAtomically(join(folder, 'junit.xml'), junitOf(results, readTestKeys(besideSettings(testKeysFile))));
  writeAtomically(join(folder, 'index.html'), frontPageOf(results, drift ?? [], pictures.length > 0));
  if (pictures.length > 0) writeAtomically(join(folder, paymentsFile), paymentsPageOf(results, pictures));
  writeAtomically(join(folder, 'digest.md'), digestOf(results, drift ?? []));
  writeAtomically(join(folder, 'failed-tests.txt'), failedTests(results));
  return drift;
};

export const writeResults = (folder: string, results: Results): void =>
  writeAtomically(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);

/**
 * Sends the digest of a whole run to DIGEST_WEBHOOK_URL as one JSON object with a text.
 *
 * @param before the run before, which decides whether a digest of changes is sent
 * @returns what went wrong, without the address, which is as secret as a key; undefined when nothing did
 */
export const sendDigest = async (
  results: Results,
  drift: readonly Drift[],
  settings: Pick<Settings, 'digestWebhookUrl' | 'connection'> & Partial<Secrets>,
  before?: Results,
): Promise<string | undefined> => {
  const { digestWebhookUrl: address, connection } = settings;
  if (!address || results.run.partial) return undefined;
  if (new URL(address).hash === '#changes' && before && !isOtherwise(results, before)) return undefined;
  const mask = maskFor({ secretKey: '', publishableKey: '', ...settings });
  const timeoutMs = 15_000;
  const dispatcher = outboundAgent(address, connection, timeoutMs);
  try {
    const { statusCode, body } = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: messageOf(mask(digestOf(results, drift))),
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher,
    });
    await body.dump();
    return statusCode < 300 ? undefined : `the digest was refused with HTTP ${statusCode}; correct DIGEST_WEBHOOK_URL`;
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    return `the digest could not be sent (${code}); correct DIGEST_WEBHOOK_URL, or HTTPS_PROXY and CA_CERTIFICATE`;
  } finally {
    await dispatcher.destroy();
  }
};

/** Whether a run has another verdict than the one before, or another verdict of some rule. */
const isOtherwise = (results: Results, before: Results): boolean => {
  const verdictsOf = ({ run, rules }: Results) => [run.verdict, ...rules.map(({ id, verdict }) => `${id} ${verdict}`)];
  return verdictsOf(results).join() !== verdictsOf(before).join();
};

/** The failed tests as a list for Playwright's `--test-list`. */
const failedTests = ({ rules }: Results): string => {
  const failed = rules.flatMap(({ tests }) =>
    tests.filter(({ verdict }) => verdict === 'fail' || verdict === 'environment'),
  );
  return [...new Set(failed.map(({ project, file, title }) => `[${project}] › ${file} › ${title}`))].join('\n');
};
