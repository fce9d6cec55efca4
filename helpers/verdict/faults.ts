/**
 * The exceptions that are not a judgement of the service. Their names are part of the error text,
 * which is how a reporter, in another process, tells them apart.
 */

/** A prerequisite is missing, so nothing was judged. The message says which one and how to provide it. */
export class NotTested extends Error {
  override readonly name = 'NotTested';
}

/** The target or the way to it did not answer: refused, timed out, 429, or a gateway's 502, 503, 504. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
}
