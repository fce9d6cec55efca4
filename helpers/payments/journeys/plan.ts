/** How a payment is started (4.1, 4.2): by an initiation, by a form post, or by a JSON checkout in an iframe. */
export type Way = 'hosted' | 'form' | 'iframe';

/** How a customer ends a payment; some payments are only looked at. */
export type End = 'success' | 'failure' | 'cancel' | 'none';

/** A payment to be walked. What is not named is as most tests want it. Equal plans stand for one and the same walk. */
export interface Plan {
  way: Way;
  end: End;
  /** Addresses that the merchant gives: both, the one of this end, the one of the other end, or none. */
  addresses?: 'own' | 'other' | 'none';
  /** What the merchant's addresses have of their own, beside what tells one payment from another. */
  own?: OwnParts;
  /** The end of the merchant's reference; null where the service is to generate one. */
  reference?: string | null;
  /** The amount is left to the customer; a hosted page always has one. */
  amountLater?: true;
  /** An amount with a fraction of the main unit, where the settings leave room for one. */
  fraction?: true;
  /** Whether it is in the second currency of the settings, where they have one. */
  secondCurrency?: true;
  /** Whether a second payment of the same kind is open in another tab, and is paid first. */
  besideAnother?: true;
  /** Whether the page is looked at before the customer begins. */
  look?: true;
  /** Whether the customer loads the page once more instead of going on. */
  reloads?: true;
  /** Whether the customer comes back to the page when the payment is over. */
  comesBack?: true;
  /** Whether the customer sends each form of the page twice. */
  sendsTwice?: true;
  /** Whether the customer has a phone in the hand. */
  phone?: true;
  /** Whether the browser keeps cookies of other sites from a frame. */
  noForeignCookies?: true;
  /** Whether the merchant asks for something that a service may refuse. */
  refusable?: true;
}

/** What the merchant's own address consists of, beside what tells one payment from another. */
export interface OwnParts {
  /** With a slash at its start. */
  path?: string;
  /** Without the question mark. */
  query?: string;
  /** Without the number sign. */
  fragment?: string;
}

/**
 * A payment with all that a merchant usually sends. Who looks at a page may fill in what makes a payment succeed, so one that
 * is to fail is not looked at.
 */
export const plain = (way: Way, end: End): Plan => ({ way, end, ...(end === 'success' ? { look: true } : {}) });

/** The same, seen from the page; of a hosted page also when the payment is over. */
export const onPage = (way: Way, end: End): Plan => ({
  ...plain(way, end),
  ...(way === 'hosted' ? { comesBack: true } : {}),
});

/** A payment with the required fields alone. */
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
