import { ofKind } from '../errors/failure-kind.ts';

/** The payment page itself is at fault: the customer cannot go on, and no setting would help. It reads like an assertion. */
export class PageFault extends Error {
  constructor(expected: string, received: string, steps: readonly string[] = []) {
    const done = steps.length > 0 ? [`After:    ${steps.join(', ')}`] : [];
    super(
      [
        'expect(payment page).toLetTheCustomerGoOn()',
        '',
        `Expected: ${expected}`,
        `Received: ${received}`,
        ...done,
      ].join('\n'),
      ofKind('payment-page'),
    );
  }
}
