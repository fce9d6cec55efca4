import type { FaultKind } from '../../interface/messages/exchange.ts';
import { ofKind } from './failure-kind.ts';

// Exceptions that are no verdict about the service.

/** What something that was thrown says. */
export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Its first line, which says what happened. */
export const firstLine = (error: unknown): string => textOfError(error).split('\n', 1)[0] ?? '';

/** A prerequisite is missing, so nothing was judged. The message says which one and how to provide it. */
export class NotTested extends Error {
  override readonly name = 'NotTested';

  constructor(message: string) {
    super(message, ofKind('not-tested'));
  }
}

/** The service has by right done something, after which there is nothing to judge. The message says what. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';

  constructor(message: string) {
    super(message, ofKind('not-applicable'));
  }
}

/** The target gave no answer that can be judged: refused, timed out, 429, or a gateway's 502, 503, 504. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
  readonly kind: FaultKind | undefined;

  constructor(message: string, kind?: FaultKind) {
    super(message, ofKind('environment'));
    this.kind = kind;
  }
}
