import { redirect, type Ends, type Site } from './payment-site.ts';

// Payment pages that are broken or never end.

const leave = (ends: Ends) => ({
  '/ok': redirect(ends.success),
  '/no': redirect(ends.failure),
  '/off': redirect(ends.failure),
});
const form =
  '<label>Phone <input id=n></label><input aria-label="Discount code (optional)"><button type=button>Apply</button>';

/** Its payment button has no effect. */
export const deadButton: Site = () => ({ '/': `${form}<button type=button>Pay</button>` });

/** Accepts the payment but never ends. */
export const endlessWait: Site = () => ({
  '/': `${form}<button onclick="document.body.innerHTML = '<p>Processing your payment…</p>'">Pay</button>`,
});

/** Reports a failure of a payment that should succeed, and does not redirect the customer. */
export const wrongEnd: Site = () => ({
  '/': `${form}<button onclick="document.body.innerHTML = '<p>Payment failed</p>'">Pay</button>`,
});

/** Refuses a card that the customer had to guess. */
export const refusesCard: Site = () => ({
  '/': '<form action=/pay method=post><label>Card number <input name=c required></label><button>Pay</button></form>',
  '/pay': { status: 402, body: '<p>This card is not supported.</p>' },
});

/** Refuses a value and asks again. */
export const refusesValue: Site = () => ({
  '/': '<form action=/pay method=post><label>Phone <input name=c required></label><button>Pay</button></form>',
  '/pay': {
    status: 422,
    body: '<p>Unknown subscriber</p><form action=/pay method=post><label>Phone <input name=c required></label><button>Pay</button></form>',
  },
});

/** The payment leads to an error. */
export const errorAfterPaying: Site = () => ({
  '/': '<form action=/pay method=post><label>Phone <input name=c required></label><button>Pay</button></form>',
  '/pay': { status: 500, body: '<p>Something went wrong</p>' },
});

/** Reloads itself endlessly. */
export const reloadsForever: Site = (ends) => ({
  ...leave(ends),
  '/': '<meta http-equiv=refresh content=0><p>Please wait</p>',
});

/** Blocks the browser's main thread. */
export const busyForever: Site = () => ({
  '/': '<button>Pay</button><script>setTimeout(() => { for (;;); }, 100)</script>',
});

/** Repeats the same question endlessly. */
export const dialogsForever: Site = () => ({
  '/': '<button>Pay</button><script>setTimeout(() => { for (;;) alert("Hello") }, 100)</script>',
});

/** Opens windows endlessly. */
export const windowsForever: Site = () => ({
  '/': '<button>Pay</button><script>setInterval(() => open("/ad"), 200)</script>',
  '/ad': '<p>Buy now</p><button>Close</button>',
});

/** Sends its document but never its resources. */
export const neverLoads: Site = () => ({
  '/': '<p>Loading</p><script src=/never.js></script><button>Pay</button>',
  '/never.js': { afterMs: 600_000 },
});
