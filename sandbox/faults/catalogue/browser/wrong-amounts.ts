import { anyAnswer, text } from '../../changes.ts';
import type { Effect, Entries, Where } from '../../exchange.ts';
import { all, paymentPage } from '../../places.ts';
import { inSecondCurrency, ofWay, type Way } from './every-way.ts';

const shownAmount = /<p class="amount">[^<]*<\/p>/;

/** Wrong amounts on the page: too high, too low, or in another currency. */
export const wrongAmounts = (way: Way): Entries => {
  const shows = (turn: (amount: string) => string, where: Where = () => true): Effect =>
    anyAnswer(
      ofWay(way, all(paymentPage, where)),
      text((html) => html.replace(shownAmount, turn)),
    );
  return {
    [`${way.prefix}-amount-times-hundred`]: [
      `shows subunits as main units on the page of ${way.what}`,
      shows((found) => found.replace(/\.(\d\d)(?=<)/, '$1.00')),
    ],
    [`${way.prefix}-amount-times-ten`]: [
      `shows ten times the amount on the page of ${way.what}`,
      shows((found) => found.replace(/\.(\d)(\d)(?=<)/, '$1.$20')),
    ],
    [`${way.prefix}-amount-hundredth`]: [
      `shows a hundredth of the amount on the page of ${way.what}`,
      shows((found) => found.replace(/\b(\d\d)\.\d\d(?=<)/, '0.$1')),
    ],
    [`${way.prefix}-amount-cut`]: [
      `shows an amount without its fraction on the page of ${way.what}`,
      shows((found) => found.replace(/\.\d\d/, '.00')),
    ],
    [`${way.prefix}-amount-in-dollars`]: [
      `shows US dollars in place of the currency of the payment on the page of ${way.what}`,
      shows((found) => found.replace(/[A-Z]{3}/, 'USD')),
    ],
    [`${way.prefix}-second-currency-as-euros`]: [
      `shows euros in place of a second currency on the page of ${way.what}`,
      shows((found) => found.replace(/[A-Z]{3}/, 'EUR'), inSecondCurrency),
    ],
  };
};
