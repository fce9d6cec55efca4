import type { TestContext } from 'node:test';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../create-sandbox.ts';

export const secretKey = 'sk_test_sandbox_4f1c9a7d2e';
export const publishableKey = 'pk_test_sandbox_83b6e05c1f';
export const bearer = { authorization: `Bearer ${secretKey}` };

export type Answer = { status: number; headers: Record<string, unknown>; text: string; body: any };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';

/** A sandbox for one test, with a function `ask` that calls it without a socket. It is closed when the test ends. */
export function sandboxFor(test: TestContext, options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  test.after(() => sandbox.close());
  return { sandbox, ask: askOf(sandbox) };
}

export function askOf(sandbox: Sandbox) {
  /** A `payload` that is an object is sent as JSON; a text is sent unchanged. */
  return async (method: Method, url: string, payload?: object | string, headers: object = bearer): Promise<Answer> => {
    const reply = await sandbox.app.inject({
      method,
      url,
      headers: { ...headers },
      ...(payload !== undefined && { payload }),
    });
    const json = String(reply.headers['content-type']).startsWith('application/json') && /^\s*[{["]/.test(reply.body);
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: json ? reply.json() : undefined,
    };
  };
}

/** A merchant's form post to the checkout, or a customer's to the hosted page. */
export function form(fields: Record<string, string>): [string, object] {
  return [new URLSearchParams(fields).toString(), { 'content-type': 'application/x-www-form-urlencoded' }];
}

/** The smallest valid initiation body, with changes. A field changed to undefined is left out. */
export function payment(changes: object = {}): object {
  return { amount: 1050, email: 'customer@example.com', currency: 'XTS', ...changes };
}

export function mobileMoney(changes: object = {}): object {
  return payment({
    payment_method_type: 'mobile_money',
    payment_method_code: 'OPERATOR_B',
    mobile_money_number: '0970000001',
    ...changes,
  });
}

/** Polls until the value is truthy. */
export async function eventually<T>(read: () => T | undefined | false, timeoutMs = 15_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`The expected value did not appear within ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
