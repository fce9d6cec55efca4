/**
 * Why a test failed, as the place that noticed it says: a failed assertion, a payment page that does not work, or
 * something that kept it from judging. A failure that nobody gave a kind is a fault of the suite.
 */
export const failureKinds = ['assertion', 'payment-page', 'not-tested', 'environment'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The class of a cause that only says the kind of the error it belongs to. */
const className = 'Kind';

class Kind extends Error {
  override readonly name = className;

  constructor(kind: FailureKind) {
    super(kind);
    // Reports print a cause with its stack, which says nothing here.
    this.stack = '';
  }
}

/**
 * The options of an Error of this kind. The cause is what Playwright hands on of an error, besides its text, to reporters in
 * other processes and through blob reports.
 */
export const ofKind = (kind: FailureKind): { cause: Error } => ({ cause: new Kind(kind) });

/** How Playwright hands on the cause of an error of this kind. */
export const reportedKind = (kind: FailureKind): { message: string } => ({ message: `${className}: ${kind}` });

/**
 * The kind of an error, as it was thrown or as Playwright reports it; undefined when it has none. The text of the error is
 * never looked at, since it may quote the target.
 */
export const kindOf = (error: unknown): FailureKind | undefined => {
  const { cause } = (error ?? {}) as { cause?: { name?: string; message?: string } };
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : cause?.message;
  return failureKinds.find((kind) => said === reportedKind(kind).message);
};
