import { failureKindOf } from '../errors/failure-kind.ts';
import type { PageFault } from './page-fault.ts';
import { brokenBy, type PaymentEvent, type PaymentRecord } from './payment-record.ts';

/** The only writer of the record of a payment. */
export class PaymentLog {
  readonly record: PaymentRecord;
  readonly #events: PaymentEvent[] = [];
  readonly #explained: (error: unknown) => unknown;

  /** @param explained an error, or what else than the service may have stopped the payment */
  constructor(start: Omit<PaymentRecord, 'events'>, explained: (error: unknown) => unknown) {
    this.record = { ...start, events: this.#events };
    this.#explained = explained;
  }

  note(event: PaymentEvent): void {
    this.#events.push(event);
  }

  /** Notes that the page is broken, by what was seen first. */
  noteBroken(received: string): void {
    if (brokenBy(this.record) === undefined) this.note({ event: 'broken', received });
  }

  /** Does something on a page that is not broken; undefined when it is, or turns out to be. */
  async unlessBroken<T>(act: () => Promise<T>): Promise<T | undefined> {
    if (brokenBy(this.record) !== undefined) return undefined;
    try {
      return await act();
    } catch (thrown) {
      const error = this.#explained(thrown);
      if (failureKindOf(error) !== 'payment-page') throw error;
      this.noteBroken((error as PageFault).received);
      return undefined;
    }
  }

  /** Notes that the payment was lost when an error prevents a verdict: what it did not come to says nothing. */
  async unlessLost<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.note({ event: 'lost' });
      throw error;
    }
  }
}
