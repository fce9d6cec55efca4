/**
 * Why a test failed, set where the error is created: a failed assertion, a broken payment page, or something that
 * prevented a verdict. An error without a kind is a fault of the suite.
 */
const failureKinds = ['assertion', 'payment-page', 'not-tested', 'not-applicable', 'environment'] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The class name of a cause that carries only the kind of its error. */
const className = 'Kind';

class Kind extends Error {
  override readonly name = className;

  constructor(kind: FailureKind) {
    super(kind);
    // Reports print the stack of a cause, which is of no use here.
    this.stack = '';
  }
}

/**
 * The options of an Error of this kind. Besides the text, the cause is the only part of an error that Playwright passes
 * to reporters in other processes and through blob reports.
 */
export const ofKind = (kind: FailureKind): { cause: Error } => ({ cause: new Kind(kind) });

/**
 * The kind of an error, as thrown or as reported by Playwright; undefined when it has none. The text of the error is
 * ignored, since it may quote the target.
 */
export const failureKindOf = (error: unknown): FailureKind | undefined => {
  const { cause } = (error ?? {}) as { cause?: { name?: string; message?: string } };
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : cause?.message;
  return failureKinds.find((kind) => said === `${className}: ${kind}`);
};
