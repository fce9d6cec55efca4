import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Program } from '../../../helpers/processes/tests/program.ts';
import { playwrightCli } from '../../../helpers/processes/installed.mjs';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const fromRoot = (path: string): string => pathToFileURL(join(root, path)).href;

/** Tests that fail in every way a test of the suite can, and use all secrets. */
const api = `
import { expect, test } from ${JSON.stringify(fromRoot('fixtures/index.ts'))};
import { rule } from ${JSON.stringify(fromRoot('interface/rules/rule.ts'))};
import { shapes } from ${JSON.stringify(fromRoot('interface/messages/shapes.ts'))};

test(...rule('hosted.accepted', 'operator A'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.mobileMoney('A'))).toRefuseField('mobile_money_number');
});
test(...rule('hosted.accepted', 'a field'), async ({ api, bodies }) => {
  expect(await api.initiate(bodies.mobileMoney('B'))).toHaveField('lines', shapes.number);
});
test(...rule('hosted.accepted', 'a soft one'), async ({ api, bodies, settings }) => {
  const reply = await api.initiate(bodies.hostedPage());
  expect.soft(reply.field('message')).toBe(settings.secretKey);
  expect(reply.field('base64')).toEqual([settings.customerEmail]);
});
test(...rule('hosted.accepted', 'a crash'), async ({ api, bodies, settings }) => {
  await api.checkout(bodies.checkout());
  console.log('the key is ' + settings.secretKey, [settings.mobileMoneyNumber]);
  process.stdout.write(settings.publishableKey.slice(0, 9));
  process.stdout.write(settings.publishableKey.slice(9) + ' \\u001b[2J\\u202e\\n');
  console.error({ settings });
  throw new Error('crashed with ' + JSON.stringify(settings), { cause: new Error(settings.secretKey) });
});
test(...rule('hosted.accepted', 'a step'), async ({ settings }, testInfo) => {
  await testInfo.attach('page of ' + settings.customerEmail, { body: '<script>' + settings.secretKey + '</script>', contentType: 'text/html' });
  await test.step('with ' + settings.secretKey, async () => {
    throw new Error('in a step: ' + settings.publishableKey);
  });
});
test(...rule('txn.unknown-fields'), async ({ api, bodies, observe }) => {
  observe('says ' + String((await api.initiate(bodies.hostedPage())).field('message')).slice(0, 2000));
});
`;

const page = `
import { expect, test } from ${JSON.stringify(fromRoot('fixtures/browser.ts'))};
import { rule } from ${JSON.stringify(fromRoot('interface/rules/rule.ts'))};

test(...rule('page.opens'), async ({ page, settings, baseAddress }) => {
  await page.goto(baseAddress + '/away');
  await page.locator('input').fill(settings.secretKey + settings.mobileMoneyNumber);
  await page.evaluate((key) => document.body.append(key), settings.secretKey);
  await expect(page.locator('h1')).toHaveText(settings.customerEmail, { timeout: 300 });
});
`;

const form = `
import { expect, formsUntraced, test } from ${JSON.stringify(fromRoot('fixtures/browser.ts'))};
import { rule } from ${JSON.stringify(fromRoot('interface/rules/rule.ts'))};

test.use(formsUntraced);
test(...rule('form.leads-to-checkout'), async ({ payments, page }) => {
  await payments.byForm();
  await expect(page.locator('h1')).toHaveText('Checkout', { timeout: 300 });
});
`;

const config = `
import base from ${JSON.stringify(fromRoot('playwright.config.ts'))};
const html = (base.reporter as any).find(([name]: [string]) => name === 'html');
const [, options] = (base.reporter as any).find(([name]: [string]) => name.endsWith('allure/reporter.ts'));
export default {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  reporter: [[${JSON.stringify(join(root, 'harness/reporter/reporter.ts'))}], html, [${JSON.stringify(join(root, 'harness/allure/reporter.ts'))}, options], ['junit', { outputFile: 'reports/junit.xml' }], ['json', { outputFile: 'reports/all.json' }]],
  projects: base.projects!.map((project) => ({ ...project, testDir: project.name })),
};
`;

/** The planted specs by path, and additional configuration. */
export interface Planted {
  specs: Readonly<Record<string, string>>;
  configuration?: Readonly<Record<string, unknown>>;
}

const ordinary: Planted = {
  specs: { 'api/4.1-planted.spec.ts': api, 'browser/4.1-planted.spec.ts': page, 'browser/4.2-planted.spec.ts': form },
};

export interface PlantedRun {
  folder: string;
  code: number | null;
  output: string;
}

/** Runs the planted tests in a separate folder against a running service, with the suite's reporters. */
export const runPlanted = async (
  environment: Readonly<Record<string, string>>,
  { specs, configuration = {} }: Planted = ordinary,
): Promise<PlantedRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  mkdirSync(join(folder, 'api'));
  mkdirSync(join(folder, 'browser'));
  for (const [path, text] of Object.entries(specs)) writeFileSync(join(folder, path), text);
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    config.replace('...base,', `...base, ...${JSON.stringify(configuration)},`),
  );
  writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0","type":"module"}');
  const run = new Program(process.execPath, [playwrightCli, 'test'], {
    cwd: folder,
    settings: { ...noSettings, ...environment },
  });
  return { folder, code: await run.ended(), output: run.output };
};

export const forget = ({ folder }: PlantedRun): void => rmSync(folder, { recursive: true, force: true });
