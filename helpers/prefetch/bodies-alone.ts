import type { TestCase } from '@playwright/test/reporter';
import { capabilitiesOfTags } from '../../interface/rules/rule.ts';
import type { Settings } from '../settings/settings.ts';
import { Api } from '../client/api.ts';
import { Bodies } from '../client/bodies.ts';
import type { Exchange } from '../../interface/messages/exchange.ts';
import { Http, type Call, type HttpOptions } from '../client/http.ts';
import { repeatable, withReferences } from '../client/references.ts';
import { EnvironmentFault } from '../errors/errors.ts';
import { Balances } from '../wallets/balances.ts';
import { Wallets } from '../wallets/wallets.ts';
import type { Sent, SentCall } from './sent.ts';

type Body = (fixtures: Record<string, unknown>) => Promise<void>;

/** What a test may ask for whose requests have nothing to do with any other test. */
const harmless = ['api', 'bodies', 'settings', 'observe', 'wallets', 'balances'];

/**
 * The body of a test that can be run without its worker: it takes nothing but what can be made from the settings, and
 * its target has what it needs. Undefined for every other test.
 */
export const prefetchableBody = (test: TestCase, settings: Settings): Body | undefined => {
  // Playwright has loaded the specs into this process; it offers no other way to what a test does.
  const body: unknown = Reflect.get(test, 'fn');
  if (typeof body !== 'function' || body.length !== 1) return undefined;
  const names = fixturesOf(body.toString());
  if (!names?.includes('api') || !names.every((name) => harmless.includes(name))) return undefined;
  const isAbsent = capabilitiesOfTags(test.tags).some((name) => (settings.notApplicable as Set<string>).has(name));
  return isAbsent || test.expectedStatus !== 'passed' ? undefined : (body as Body);
};

/** The fixtures that a function takes apart; undefined when it does not take them apart. */
export const fixturesOf = (source: string): string[] | undefined => {
  const [, taken] = /^async\s*(?:function(?:\s+\w+)?\s*)?\(\s*\{([^{}]*)\}\s*\)/.exec(source) ?? [];
  return taken
    ?.split(',')
    .map((one) => one.split(':')[0]?.trim() ?? '')
    .filter((name) => name !== '');
};

/**
 * Runs the body of a test for what it sends. Its judgement counts for nothing: the test itself judges the same answers
 * again, in its worker.
 *
 * @param connection where to, and with how much patience
 */
export const sendAhead = async (
  body: Body,
  seed: string,
  settings: Settings,
  connection: Omit<HttpOptions, 'record'>,
): Promise<Sent> => {
  const calls: SentCall[] = [];
  const underWay: Promise<unknown>[] = [];
  const send = async (call: Call) => {
    const exchanges: Exchange[] = [];
    const sent: SentCall = { call, exchanges };
    calls.push(sent);
    const http = new Http({ ...connection, record: (exchange) => exchanges.push(exchange) });
    try {
      const reply = await http.send(call);
      sent.answer = { text: reply.text, headers: reply.headers };
      return reply;
    } catch (error) {
      if (error instanceof EnvironmentFault) sent.fault = { message: error.message, kind: error.kind };
      throw error;
    } finally {
      await http.close();
    }
  };
  const sender = {
    send: (call: Call) => {
      const reply = send(call);
      underWay.push(reply);
      return reply;
    },
    close: () => Promise.resolve(),
  };
  const api = new Api(sender, settings);
  const fixtures = {
    api,
    settings,
    bodies: new Bodies(settings),
    wallets: new Wallets(api),
    balances: new Balances(api, settings.currency),
    observe: () => {},
  };
  await withReferences(repeatable(seed), () => body(fixtures)).catch(() => {});
  // Who did not wait for an answer has sent its request all the same.
  await Promise.allSettled(underWay);
  return { calls, seed };
};
