import { readFileSync } from 'node:fs';
import { anyAnswer, header } from '../faults/changes.ts';
import { all, paymentPage } from '../faults/conditions.ts';
import type { Alteration, Change, Condition } from '../faults/exchange.ts';
import { escapeHtml } from '../page/html.ts';
import { readable } from '../page/payment-page.ts';
import { subunitDigits } from '../service/money.ts';
import { operatorCodes } from '../service/settings.ts';

const showsEntry: Condition = ({ answer }) => /class="entry"/.test(answer.text ?? '');

/**
 * Another payment page in place of the default one. It may run scripts.
 *
 * @param file HTML in which `{{action}}`, `{{amount}}`, `{{unasked}}` and the like stand for the values of a payment. It
 *   posts the fields of the default page to `{{action}}`.
 */
export function otherPage(file: string): Alteration {
  const template = readFileSync(file, 'utf8');
  const change: Change = (answer, { settings, transaction }) => {
    if (!transaction) return;
    const options = operatorCodes(settings.operators).map(
      (code) => `<option value="${escapeHtml(code)}">${escapeHtml(readable(code))}</option>`,
    );
    const values: Record<string, string | number> = {
      action: `/checkout/${transaction.checkoutId}`,
      // The element of the default page, which faults look for.
      amount: /<p class="amount[^]*?<\/p>/.exec(answer.text ?? '')?.[0] ?? '',
      unasked: transaction.amount === undefined ? '' : 'hidden',
      currency: transaction.currency,
      subunits: 10 ** subunitDigits(transaction.currency),
      number: settings.testPhone,
      operator: settings.operators.b,
      operators: options.join(''),
      reference: escapeHtml(transaction.transactionReference),
    };
    answer.text = template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]));
  };
  return anyAnswer(all(paymentPage, showsEntry), header('content-security-policy', undefined), change);
}
