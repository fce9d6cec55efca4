import { NotTested } from '../errors/errors.ts';
import { ofKind } from '../errors/failure-kind.ts';

/** The payment page is broken: the customer cannot continue, and no setting would help. */
export class PageFault extends Error {
  /** What came instead of a page on which the customer can go on. */
  readonly received: string;

  constructor(expected: string, received: string, steps: readonly string[] = []) {
    const done = steps.length > 0 ? `\nAfter:    ${steps.join(', ')}` : '';
    super(`Expected: ${expected}\nReceived: ${received}${done}`, ofKind('payment-page'));
    this.received = received;
  }
}

/** What is expected of a page before the end of a payment. */
export const goesOn = 'a page on which the customer can go on';

/** A line of the description does not fit the page, whatever is entered. */
export class LostLine extends NotTested {}
