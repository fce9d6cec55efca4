// An example of a module for CHECKOUT_PAGE, for a page that no file of lines can describe: copy it, change the locators to
// those of your page, and set CHECKOUT_PAGE to the copy. `npx playwright codegen ADDRESS` shows the locators of a page while
// you use it. docs/payment-page.md says more.
import type { Frame, Page } from '@playwright/test';
import type { CheckoutPage, Customer } from '../helpers/payments/checkout-page.ts';

// `where` is the page itself, or the frame of the merchant's page in which it was loaded.
const germanPage = (where: Page | Frame, customer: Customer): CheckoutPage => {
  // Define each locator once, here.
  const amount = where.getByLabel('Betrag');
  const number = where.getByLabel('Rufnummer');
  const payButton = where.getByRole('button', { name: 'Zahlen' });
  const cancelButton = where.getByRole('button', { name: 'Abbrechen' });

  /** Fills in the page and pays; `outcome` is the radio button by which a test page decides how a payment ends. */
  const payWith = async (outcome: string): Promise<void> => {
    await number.fill(customer.mobileMoneyNumber);
    // A page that was opened without an amount asks for one; any amount above zero is valid.
    if ((await amount.count()) > 0) await amount.fill('10');
    await where.getByRole('radio', { name: outcome }).check();
    await payButton.click();
  };

  return {
    // Waits for a page that is still loading.
    async ready() {
      await payButton.waitFor({ timeout: customer.patienceMs }).catch(() => {});
      return payButton.isVisible();
    },
    pay: () => payWith('Erfolg'),
    decline: () => payWith('Fehlschlag'),
    // False means that the page has no field for the amount, which a checkout without one requires (2.5).
    async setAmount() {
      await payButton.waitFor();
      if ((await amount.count()) === 0) return false;
      await amount.fill('10');
      return true;
    },
    // False means that the page has no way to cancel, which is allowed.
    async cancel() {
      await cancelButton.click();
      return true;
    },
  };
};

export default germanPage;
