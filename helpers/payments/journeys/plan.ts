/** How a payment is started (4.1, 4.2): by an initiation, by a form post, or by a JSON checkout in an iframe. */
export type Way = 'hosted' | 'form' | 'iframe';

/** How a customer ends a payment; `none` if the page is only examined. */
export type End = 'success' | 'failure' | 'cancel' | 'none';

/** A payment to be walked through. Omitted options have the usual values. Equal plans share one walk. */
export interface Plan {
  way: Way;
  end: End;
  /** The addresses that the merchant gives: that of this end, that of the other end, or none; by default both. */
  addresses?: 'own' | 'other' | 'none';
  /** Additional parts of the merchant's addresses. */
  own?: OwnParts;
  /** A suffix of the merchant's reference; null to let the service generate one. */
  reference?: string | null;
  /** The amount is left to the customer; a hosted page always has one. */
  amountLater?: true;
  /** Use an amount with a fraction of the main unit, if the settings allow one. */
  fraction?: true;
  /** Whether it is in the second currency of the settings, if they have one. */
  secondCurrency?: true;
  /** Whether a second payment of the same kind is open in another tab, and is paid first. */
  besideAnother?: true;
  /** Whether the page is examined before the customer's first action. */
  look?: true;
  /** Whether the customer reloads the page before the payment. */
  reloads?: true;
  /** Whether the customer returns to the page after the payment. */
  comesBack?: true;
  /** Whether the customer sends each form of the page twice. */
  sendsTwice?: true;
  /** Whether the customer uses a phone. */
  phone?: true;
  /** Whether the browser blocks third-party cookies. */
  noForeignCookies?: true;
  /** Whether the service may refuse the request. */
  refusable?: true;
}

/** Additional parts of a merchant's address. */
export interface OwnParts {
  /** With a slash at its start. */
  path?: string;
  /** Without the question mark. */
  query?: string;
  /** Without the number sign. */
  fragment?: string;
}

/**
 * A payment with all usual fields. Examining a page may fill in values that make the payment succeed, so a payment that
 * should fail is not examined.
 */
export const plain = (way: Way, end: End): Plan => ({ way, end, ...(end === 'success' ? { look: true } : {}) });

/** The same for tests of the page; a hosted page is also reopened after the payment. */
export const onPage = (way: Way, end: End): Plan => ({
  ...plain(way, end),
  ...(way === 'hosted' ? { comesBack: true } : {}),
});

/** A payment with only the required fields. */
export const least = (way: Way, end: End): Plan => ({
  ...plain(way, end),
  addresses: 'none',
  reference: null,
  ...(way === 'hosted' ? {} : { amountLater: true }),
});

/** The address parameter that belongs to an end (2.3). */
export const addressOf = (end: End): 'success_url' | 'failure_url' =>
  end === 'success' ? 'success_url' : 'failure_url';

/** The other one of the two. */
export const otherAddressOf = (end: End): 'success_url' | 'failure_url' =>
  end === 'success' ? 'failure_url' : 'success_url';
