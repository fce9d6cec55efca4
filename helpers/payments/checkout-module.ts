import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { require as requireTypeScript } from 'tsx/cjs/api';
import { NotTested } from '../errors/errors.ts';
import { kindOf } from '../errors/failure-kind.ts';
import { firstLine, type CheckoutPage, type OpenCheckoutPage } from './checkout-page.ts';

const methods = ['offersPayment', 'setAmount', 'pay', 'decline', 'cancel'] as const satisfies (keyof CheckoutPage)[];
type Method = (typeof methods)[number];

const example = 'export default (where, customer) => ({ offersPayment, setAmount, pay, decline, cancel })';
const help = 'see docs/payment-page.md';

/**
 * Loads the module that CHECKOUT_PAGE names, TypeScript or JavaScript, inside or outside this project. Its failures are
 * not faults of the service, so they are reported as NotTested.
 *
 * @param path relative to the working folder
 * @param longestMs how long one method may take; 0 for no limit
 * @throws NotTested when it cannot be loaded, or exports something else
 */
export const loadCheckoutPage = async (path: string, longestMs = 60_000): Promise<OpenCheckoutPage> => {
  const file = resolve(path);
  if (!existsSync(file)) {
    throw new NotTested(`CHECKOUT_PAGE: there is no file ${path} in the working folder; write a path relative to it`);
  }
  const module: unknown = await moduleAt(file).catch((error: unknown) => {
    throw new NotTested(`CHECKOUT_PAGE: ${path} cannot be loaded: ${firstLine(error)}`);
  });
  const open = defaultExport(module);
  if (typeof open !== 'function') {
    throw new NotTested(`CHECKOUT_PAGE: ${path} has no function as its default export; write ${example}, ${help}`);
  }
  return (where, customer) => {
    const page = asNotTested(path, 'the default export', () => (open as OpenCheckoutPage)(where, customer));
    return guarded(complete(path, page), path, longestMs);
  };
};

/** Playwright also compiles TypeScript, but treats it as CommonJS outside a package with `"type": "module"`. */
const moduleAt = async (file: string): Promise<unknown> =>
  /\.[cm]?tsx?$/.test(file) ? requireTypeScript(file, import.meta.url) : import(pathToFileURL(file).href);

/** The default export, even if a loader has wrapped the module into another default. */
const defaultExport = (module: unknown): unknown => {
  const exported = (module as { default?: unknown }).default;
  return typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : exported;
};

const complete = (path: string, page: unknown): CheckoutPage => {
  const given = (page ?? {}) as Partial<Record<string, unknown>>;
  const absent = methods.filter((name) => typeof given[name] !== 'function');
  if (absent.length === 0) return page as CheckoutPage;
  const what = page instanceof Promise ? 'returns a promise, not a page object' : `lacks ${absent.join(', ')}`;
  throw new NotTested(`CHECKOUT_PAGE: ${path} ${what}; write ${example}, ${help}`);
};

const guarded = (page: CheckoutPage, path: string, longestMs: number): CheckoutPage => {
  const act = async <T>(method: Method, isAnswer: (result: unknown) => boolean): Promise<T> => {
    const result = await inTime(
      asNotTested(path, `${method}()`, () => page[method]()),
      path,
      method,
      longestMs,
    );
    if (isAnswer(result)) return result as T;
    throw new NotTested(
      `${method}() of CHECKOUT_PAGE (${path}) returns ${typeof result}; it has to return true or false`,
    );
  };
  const isYesOrNo = (result: unknown) => typeof result === 'boolean';
  return {
    get guessed() {
      return page.guessed;
    },
    get mayHaveSucceeded() {
      return page.mayHaveSucceeded ?? false;
    },
    get mayArriveTwice() {
      return page.mayArriveTwice ?? false;
    },
    offersPayment: () => act('offersPayment', isYesOrNo),
    setAmount: () => act('setAmount', isYesOrNo),
    pay: () => act('pay', () => true),
    decline: () => act('decline', () => true),
    cancel: () => act('cancel', isYesOrNo),
  };
};

/** Runs `act` and turns its errors, also those of a promise, into NotTested. @param what names it in the message */
const asNotTested = <T>(path: string, what: string, act: () => T): T => {
  const explained = (error: unknown): never => {
    const kind = kindOf(error);
    // A module may use the page object of this project, whose errors have a kind. Its own assertions are not rules.
    if (kind !== undefined && kind !== 'assertion') throw error;
    throw new NotTested(`${what} of CHECKOUT_PAGE (${path}) does not fit the page: ${summaryOf(error)}`);
  };
  try {
    const result = act();
    return result instanceof Promise ? (result.catch(explained) as T) : result;
  } catch (error) {
    return explained(error);
  }
};

/** An error in one line, with the awaited locator from the second line of a Playwright error. */
const summaryOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const waited = /waiting for (?!element)[^\n]+/.exec(text)?.[0];
  return `${firstLine(error)}${waited ? `, ${waited}` : ''}`;
};

const inTime = async (acting: unknown, path: string, method: Method, longestMs: number): Promise<unknown> => {
  if (longestMs === 0) return acting;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `${method}() of CHECKOUT_PAGE (${path}) did not end within ${longestMs / 1000} s; check what it waits for`;
    timer = setTimeout(() => reject(new NotTested(message)), longestMs);
  });
  return Promise.race([acting, late]).finally(() => clearTimeout(timer));
};
