import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { require as requireTypeScript } from 'tsx/cjs/api';
import { firstLine, NotTested, textOfError } from '../errors/errors.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { CheckoutPage, OpenCheckoutPage } from './checkout-page.ts';

const answers = { ready: true, setAmount: true, pay: false, decline: false, cancel: true } as const;
type Method = keyof typeof answers;

const help =
  'write export default (where, customer) => ({ ready, setAmount, pay, decline, cancel }), see docs/payment-page.md';

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
    throw new NotTested(`CHECKOUT_PAGE: ${path} has no function as its default export; ${help}`);
  }
  return (where, customer) => {
    const page = asNotTested(path, 'the default export', () => (open as OpenCheckoutPage)(where, customer));
    return guarded(complete(path, page), path, longestMs);
  };
};

/** Node takes a file whose name ends in `.js` for CommonJS, whatever it holds, outside a package with `"type": "module"`. */
const moduleAt = async (file: string): Promise<unknown> =>
  file.endsWith('.mjs') ? import(pathToFileURL(file).href) : requireTypeScript(file, __filename);

/** The default export, even if a loader has wrapped the module into another default. */
const defaultExport = (module: unknown): unknown => {
  const exported = (module as { default?: unknown }).default;
  return typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : exported;
};

const complete = (path: string, page: unknown): CheckoutPage => {
  const given = (page ?? {}) as Partial<Record<string, unknown>>;
  const absent = Object.keys(answers).filter((name) => typeof given[name] !== 'function');
  if (absent.length === 0) return page as CheckoutPage;
  const what = page instanceof Promise ? 'returns a promise, not a page object' : `lacks ${absent.join(', ')}`;
  throw new NotTested(`CHECKOUT_PAGE: ${path} ${what}; ${help}`);
};

const guarded = (page: CheckoutPage, path: string, longestMs: number): CheckoutPage => {
  const steps: string[] = [];
  const act = async <T>(method: Method): Promise<T> => {
    steps.push(`${method}()`);
    const name = `${method}() of CHECKOUT_PAGE (${path})`;
    const acting = asNotTested(path, `${method}()`, () => page[method]());
    const result: unknown = await (longestMs === 0 ? acting : inTime(acting, longestMs, name));
    if (!answers[method] || typeof result === 'boolean') return result as T;
    throw new NotTested(`${name} returns ${typeof result}; it has to return true or false`);
  };
  return {
    steps,
    ready: () => act('ready'),
    setAmount: () => act('setAmount'),
    pay: () => act('pay'),
    decline: () => act('decline'),
    cancel: () => act('cancel'),
  };
};

const inTime = (acting: unknown, longestMs: number, name: string): Promise<unknown> => {
  const end = new AbortController();
  const late = pause(longestMs, undefined, { signal: end.signal }).then(() => {
    throw new NotTested(`${name} did not end within ${longestMs / 1000} s; check what it waits for`);
  });
  late.catch(() => {});
  return Promise.race([acting, late]).finally(() => end.abort());
};

/** Runs `act` and turns its errors, also those of a promise, into NotTested. @param what names it in the message */
const asNotTested = <T>(path: string, what: string, act: () => T): T => {
  const explained = (error: unknown): never => {
    const kind = failureKindOf(error);
    // A module may use the page object of this project, whose errors have a kind. Its own assertions are not rules.
    if (kind !== undefined && kind !== 'assertion') throw error;
    const text = textOfError(error);
    const waited = /waiting for (?!element)[^\n]+/.exec(text)?.[0];
    const summary = `${firstLine(error)}${waited ? `, ${waited}` : ''}`;
    throw new NotTested(`${what} of CHECKOUT_PAGE (${path}) does not fit the page: ${summary}`);
  };
  try {
    const result = act();
    return result instanceof Promise ? (result.catch(explained) as T) : result;
  } catch (error) {
    return explained(error);
  }
};
