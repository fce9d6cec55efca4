/** What a merchant is told when the account is opened, by the names of the settings it belongs into. */
export const facts = {
  SECRET_KEY: 'Q7-merchant-test-51c0b2',
  PUBLISHABLE_KEY: 'Q7-browser-test-8840de',
  OPERATOR_A_CODE: 'nile-pay',
  OPERATOR_B_CODE: '63902',
  OPERATOR_C_CODE: 'QuickCode',
  CURRENCY: 'ZMQ',
  MOBILE_MONEY_NUMBER: '0955000123',
};

/** Callbacks that a merchant has set up by hand, since there is no endpoint for it. */
export const presetCallbacks = ['50001', '50002', '50003', '50004'];

export interface Payment {
  id: string;
  checkout: string;
  reference: string;
  /** In the subunit; undefined until the customer has chosen it. */
  amount: number | undefined;
  currency: string;
  success: string | undefined;
  failure: string | undefined;
  status: 'pending' | 'success' | 'failed' | 'cancelled';
}

export interface Hook {
  id: string;
  url: string;
  description: string;
  events: string[];
  active: boolean;
  failures: number;
  triggered: number | undefined;
  created: number;
  updated: number;
}

type Start = Pick<Payment, 'amount' | 'currency' | 'success' | 'failure'> & { reference: string | undefined };

export class Store {
  readonly payments = new Map<string, Payment>();
  readonly hooks = new Map<string, Hook>();
  #count = 700_000;

  constructor() {
    for (const id of presetCallbacks) {
      const times = { triggered: undefined, created: Date.now() - 86_400_000, updated: Date.now() - 86_400_000 };
      const url = `https://shop.example/events/${id}`;
      this.hooks.set(id, { id, url, description: '', events: ['payment.failed'], active: true, failures: 0, ...times });
    }
  }

  start({ reference, ...start }: Start): Payment {
    const id = String((this.#count += 7));
    const checkout = `co-${id}-${Math.random().toString(36).slice(2, 12)}`;
    const payment: Payment = { id, checkout, reference: reference ?? `ORDER/${id}`, status: 'pending', ...start };
    this.payments.set(checkout, payment);
    this.tell('payment.created', payment);
    return payment;
  }

  end(payment: Payment, status: Payment['status']): void {
    payment.status = status;
    this.tell(status === 'success' ? 'payment.completed' : 'payment.failed', payment);
  }

  /** Tells every active subscriber, and keeps count of those that did not listen. */
  tell(event: string, { id, status }: Payment): void {
    for (const hook of this.hooks.values()) {
      if (!hook.active || !hook.events.includes(event)) continue;
      hook.triggered = Date.now();
      const body = JSON.stringify({ event, transaction: id, status });
      const headers = { 'content-type': 'application/json' };
      const sent = fetch(hook.url, { method: 'POST', body, headers, signal: AbortSignal.timeout(2000) });
      void sent.then(
        ({ ok }) => (hook.failures = ok ? 0 : hook.failures + 1),
        () => (hook.failures += 1),
      );
    }
  }
}
