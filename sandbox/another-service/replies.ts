export type Fields = Readonly<Record<string, unknown>>;

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const asJson = (body: object, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

export const asPage = (title: string, content: string, status = 200): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  body: `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${content}</main></body></html>`,
});

export const goTo = (address: string): Answer => ({ status: 302, headers: { Location: address }, body: '' });

/** A request that is not fulfilled; with a field, as the field-level failure of section 7. */
export class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }

  get answer(): Answer {
    if (!this.field) return asJson({ result: 'error', message: this.message }, this.status);
    const message = `${this.message}. Parameter: ${this.field}`;
    return asJson({ result: 'error', error: { type: 'InvalidRequestParameters', message } }, this.status);
  }
}

/** A field of text; undefined when it is absent, null or empty. */
export const textOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name] ?? undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new Refusal(400, `${name} is not text`, name);
  return value;
};

export const neededText = (fields: Fields, name: string): string => {
  const value = textOf(fields, name);
  if (value === undefined) throw new Refusal(400, `${name} is needed`, name);
  return value;
};

/** An address a browser can be sent to. */
export const addressOf = (fields: Fields, name: string): string | undefined => {
  const value = textOf(fields, name);
  if (value !== undefined && !/^https?:\/\/[^\s/]+/.test(value))
    throw new Refusal(400, `${name} is no web address`, name);
  return value;
};

/** A number above zero in the subunit; a form has it as text. */
export const amountOf = (fields: Fields, fromForm = false): number | undefined => {
  const given = fields.amount;
  if (given === undefined || (fromForm && given === '')) return undefined;
  const amount = fromForm ? Number(given) : given;
  if (typeof amount !== 'number' || !(amount > 0)) throw new Refusal(400, 'amount is no number above zero', 'amount');
  return amount;
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
