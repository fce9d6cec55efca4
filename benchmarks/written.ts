import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from './checks.ts';

/** The folder of all generated files of the benchmark. */
export const workFolder = join(import.meta.dirname, 'work');

/** The root folder for the suite under test, so that the reports of real runs are not overwritten. */
export const rootFolder = join(workFolder, 'root');

/** Files of the real root that a run reads. */
const linkedFiles = ['package.json'];

/** Number of tests per spec file: about as many as in the suite, but at most a hundred files. */
const perFile = (count: number): number => Math.max(20, Math.ceil(count / 100));

/** Removes all generated files. */
export const removeWritten = (): void => rmSync(workFolder, { recursive: true, force: true });

/** Writes the checks for every contender: as specs of the suite, plain specs, a Newman collection and plain data. */
export const writeChecks = (checks: readonly Check[]): void => {
  removeWritten();
  for (const folder of ['ours', 'plain', 'journeys', 'root']) mkdirSync(join(workFolder, folder), { recursive: true });
  for (const name of linkedFiles) symlinkSync(join(import.meta.dirname, '..', name), join(rootFolder, name));
  write('root/playwright.config.ts', `export { default } from '../../suite.config.ts';`);
  write('checks.json', JSON.stringify(checks));
  write('collection.json', JSON.stringify(collectionOf(checks)));
  const size = perFile(checks.length);
  for (let from = 0; from < checks.length; from += size) {
    const some = checks.slice(from, from + size);
    const name = `${String(from / size + 1).padStart(3, '0')}.spec.ts`;
    write(`ours/${name}`, [checksHead, ...some.map(ourTest)].join('\n'));
    write(`plain/${name}`, [plainHead, ...some.map(plainTest)].join('\n'));
  }
};

/** Writes the journeys of a customer as specs of the suite, divided between two files. */
export const writeJourneys = (count: number): void => {
  for (const half of [0, 1]) {
    const numbers = Array.from({ length: count }, (_, index) => index).filter((index) => index % 2 === half);
    write(`journeys/${half + 1}.spec.ts`, [journeysHead, ...numbers.map(ourJourney)].join('\n'));
  }
};

const write = (name: string, text: string): void => writeFileSync(join(workFolder, name), `${text}\n`);

const json = (value: unknown): string => JSON.stringify(value);

const checksHead = `import { expect, test } from '../../../fixtures/index.ts';
import { asking } from '../../../helpers/shared/stimuli.ts';
`;

const journeysHead = `import { expect, test } from '../../../fixtures/browser.ts';
import { rule } from '../../../interface/rules/rule.ts';
`;

const ourTest = ({ rule, variant, as, body, field }: Check): string => `
test(...asking((api) => api.initiate(${json(body)}, { as: ${json(as)} }), ${json(rule)}, ${json(variant)}), async ({ reply }) => {
  expect(reply).${field === null ? 'toRefuseCredential()' : `toRefuseField(${json(field)})`};
});`;

const ourJourney = (index: number): string => {
  const [id, outcome] = index % 4 < 2 ? ['redirect.success-url', 'success'] : ['redirect.failure-url', 'failure'];
  return `
test(...rule('${id}', 'journey ${index + 1}'), async ({ payments }) => {
  const payment = await payments.onHostedPage();
  expect(await payment.end('${outcome}')).toArriveAt('${outcome}');
});`;
};

const plainHead = `import { expect, test } from '@playwright/test';\n`;

const plainTest = ({ rule, variant, authorization, body, field }: Check): string => `
test(${json(`${rule} ${variant}`)}, async ({ request }) => {
  const reply = await request.post('/v1/transactions', {
    headers: ${json({ 'Content-Type': 'application/json', ...(authorization !== null && { Authorization: authorization }) })},
    data: ${json(json(body))},
  });
  expect(reply.status()).toBe(${field === null ? 401 : 400});
  const answer = await reply.json();
  expect(answer.result).toBe('error');
  ${
    field === null
      ? 'expect(answer.message).toMatch(/\\S/);'
      : `expect(answer.error.type).toBe('InvalidRequestParameters');
  expect(answer.error.message).toMatch(/Parameter:\\W*${field}(?!\\w)/);`
  }
});`;

const collectionOf = (checks: readonly Check[]) => ({
  info: { name: 'checks', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: checks.map(({ rule, variant, authorization, body, field }) => ({
    name: `${rule} ${variant}`,
    request: {
      method: 'POST',
      url: '{{base}}/v1/transactions',
      header: Object.entries({ 'Content-Type': 'application/json', Authorization: authorization })
        .filter(([, value]) => value !== null)
        .map(([key, value]) => ({ key, value })),
      body: { mode: 'raw', raw: json(body) },
    },
    event: [{ listen: 'test', script: { exec: newmanTest(field) } }],
  })),
});

const newmanTest = (field: string | null): string[] => [
  `pm.test('refused', () => {`,
  `  pm.response.to.have.status(${field === null ? 401 : 400});`,
  `  const answer = pm.response.json();`,
  `  pm.expect(answer.result).to.equal('error');`,
  ...(field === null
    ? [`  pm.expect(answer.message).to.match(/\\S/);`]
    : [
        `  pm.expect(answer.error.type).to.equal('InvalidRequestParameters');`,
        `  pm.expect(answer.error.message).to.match(/Parameter:\\W*${field}(?!\\w)/);`,
      ]),
  `});`,
];
