import { existsSync, readFileSync } from 'node:fs';
import { test } from '../../fixtures/checkout.ts';
import { writeAtomically } from '../../harness/results/write-atomically.ts';
import { firstLine } from '../../helpers/errors/errors.ts';
import type { PaymentOptions } from '../../helpers/payments/checkout.ts';
import type { OpenCheckoutPage } from '../../helpers/payments/checkout-page.ts';
import type { Payment } from '../../helpers/payments/payment.ts';
import { stepsOf } from '../../helpers/payments/payment-record.ts';
import { described } from '../../helpers/payments/open-checkout-page.ts';
import { descriptionAt } from '../../helpers/payments/page/description-file.ts';
import { lists, type List } from '../../helpers/payments/page/page-lines.ts';
import { endOf, proposeDescription } from '../../helpers/payments/page/propose-description.ts';
import { channels, type Channel } from '../../interface/rules/channels.ts';

const { PAGE_FILE: file = '', PAGE_CHECK: isCheck } = process.env;
const snapshotFile = `${file.replace(/\.ya?ml$/i, '')}.snapshot.yaml`;

/** A payment that follows the lines. */
interface Try {
  list: List;
  given: PaymentOptions;
}
const byCustomer: PaymentOptions = { amount: 'by customer' };
const withoutAmount: Try[] = (['pay', 'decline'] as const).map((list) => ({ list, given: byCustomer }));

/** The page in the words of its controls, without numbers, ids and references, which differ from payment to payment. */
const snapshotOf = async ({ where }: Payment, mask: (text: string) => string): Promise<string> => {
  const text = mask(await where.locator('body').ariaSnapshot({ timeout: 5000 }));
  return `${text.replace(/[\w.,-]+/g, (word) => (/\d/.test(word) ? '#' : word)).slice(0, 20_000)}\n`;
};

test('the payment page', async ({ newCheckout, settings, mask }) => {
  const print = (text: string): void => console.log(mask(text));
  const problems: string[] = [];
  let snapshot = '';
  const keep = async (payment: Payment): Promise<void> => {
    if (snapshot === '') snapshot = await snapshotOf(payment, mask);
  };

  /** Follows the lines of the file, each payment of which tells its own problem. */
  const follow = async (channel: Channel, tries: readonly Try[]): Promise<void> => {
    const description = descriptionAt(file, settings);
    const open: OpenCheckoutPage = (where, customer) =>
      described(description)(where, { ...customer, lostLines: undefined });
    const { begin, ...ways } = description[channel];
    for (const { list, given } of tries) {
      if (ways[list].length === 0 && (list !== 'pay' || begin.length === 0)) continue;
      const name = `${channel}, ${list}${given === byCustomer ? ' without an amount' : ''}`;
      try {
        const payment = await newCheckout(open).start(channel, { end: endOf[list], isJudged: false, ...given });
        if (await payment.offersPayment()) await keep(payment);
        if (given === byCustomer) await payment.setAmount();
        const arrival = await payment.finish();
        await payment.describe();
        const steps = stepsOf(payment.record);
        print(`${name}: ${arrival ? `${arrival.kind}_url` : 'no return'}, after ${steps.join(', ')}`);
        if (list === 'cancel' ? arrival?.kind === 'success' : arrival?.kind !== endOf[list])
          problems.push(`${name}: does not end as its words promise`);
      } catch (error) {
        problems.push(`${name}: ${firstLine(error)}`);
      }
    }
  };
  const isAbsent = (channel: Channel) => settings.notApplicable.has(channel === 'redirect' ? 'hosted-page' : channel);
  const eachWay: Try[] = lists.map((list) => ({ list, given: {} }));

  if (isCheck) {
    for (const channel of channels.filter((one) => !isAbsent(one)))
      // The customer of a checkout may have to set the amount (2.5).
      await follow(channel, channel === 'redirect' ? eachWay : [...eachWay, ...withoutAmount]);
    const before = snapshot !== '' && existsSync(snapshotFile) ? readFileSync(snapshotFile, 'utf8') : snapshot;
    const [old, now] = [before.split('\n'), snapshot.split('\n')];
    for (const line of old.filter((one) => !now.includes(one))) print(`gone from the page: ${line.trim()}`);
    for (const line of now.filter((one) => !old.includes(one))) print(`new on the page:    ${line.trim()}`);
  } else {
    const { source, doubts, ends } = await proposeDescription(newCheckout, print, keep);
    print(`\nThe page at its beginning:\n${snapshot}\nThe proposed lines:\n${source}`);
    for (const list of lists) {
      const doubt =
        doubts[list] ?? (ends[list].asPromised ? undefined : `does not end as its words promise: ${ends[list].words}`);
      if (doubt !== undefined) problems.push(`${list}: ${doubt}`);
    }
    writeAtomically(file, `# The payment page in its own words, see docs/payment-page.md\n${source}`);
    if (problems.length === 0) {
      // What was found on the way need not lead there again: another control may have its name at another moment.
      print('The lines, followed:');
      await follow('redirect', eachWay);
      if (!isAbsent('iframe')) await follow('iframe', withoutAmount);
    }
  }
  if (snapshot !== '') writeAtomically(snapshotFile, snapshot);
  if (problems.length > 0)
    throw new Error(`${problems.join('\n')}\nCorrect the lines, then try them: npm run page -- --check`);
});
