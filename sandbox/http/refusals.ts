/** An answer in the first body shape of `7`. Routes throw one; the error handler sends it. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  body(): object {
    return { result: 'error', message: this.message };
  }
}

/** A refusal that names one field, in the second body shape of `7`. */
export class FieldRefusal extends Refusal {
  constructor(field: string, reason: string) {
    super(400, `${reason} Parameter: ${field}`);
  }

  override body(): object {
    return { result: 'error', error: { type: 'InvalidRequestParameters', message: this.message } };
  }
}

export const invalidRequest = (message: string): Refusal => new Refusal(400, message);
export const missingOrInvalidKey = (): Refusal => new Refusal(401, 'The API key is missing or invalid.');
export const notFound = (message: string): Refusal => new Refusal(404, message);
