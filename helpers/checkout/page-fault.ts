/**
 * The payment page itself is at fault. The text reads like a failed assertion, because it is one: the customer
 * cannot go on, and no setting would help.
 */
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
    );
  }
}
