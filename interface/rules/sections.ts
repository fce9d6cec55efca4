/** Short titles of the sections of the interface document. */
const subjects: Readonly<Record<string, string>> = {
  '1': 'The service as a whole',
  '2.1': 'Initiation request',
  '2.2': 'Initiation response',
  '2.3': 'Redirect to the merchant',
  '2.4': 'Mobile money operators',
  '2.5': 'Checkout request',
  '2.6': 'Wallets',
  '2.7': 'Callbacks',
  '3': 'Transaction states',
  '4': 'Endpoints in general',
  '4.1': 'Initiating a transaction',
  '4.2': 'Hosted checkout',
  '4.3': 'Listing wallets',
  '4.4': 'Reading balances',
  '4.5': 'Fetching a callback',
  '4.6': 'Updating a callback',
  '4.7': 'Deleting a callback',
  '5': 'Authentication',
  '6': 'Events and notifications',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** For example `4.3 Listing wallets`. */
export const sectionTitle = (section: string): string => `${section} ${subjects[section] ?? ''}`.trim();
