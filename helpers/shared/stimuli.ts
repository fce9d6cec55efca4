import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import type { Capability } from '../../interface/rules/capabilities.ts';
import { rule } from '../../interface/rules/rule.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body, Operator, WalletQuery } from '../../interface/messages/requests.ts';
import { Api, type Ask } from '../client/api.ts';
import { Bodies } from '../client/bodies.ts';
import type { Call } from '../client/http.ts';
import type { Settings } from '../settings/settings.ts';
import { isStateless } from './shared-sender.ts';

/** Makes a single call to the target. */
export type Stimulus = (api: Api, bodies: Bodies) => Promise<Reply>;

/** A change of the smallest valid body; a field that is changed to undefined is omitted. */
export type Change = Body | ((bodies: Bodies) => Body);

const bodyOf = (change: Change, bodies: Bodies): Body => (typeof change === 'function' ? change(bodies) : change);

/** An initiation with the smallest body for a hosted payment page (2.1), and one change. */
export const hostedPage =
  (change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.initiate(bodies.hostedPage(bodyOf(change, bodies)), ask);

/** An initiation with the smallest body for a mobile money prompt (2.1), and one change. */
export const mobileMoney =
  (operator: Operator, change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.initiate(bodies.mobileMoney(operator, bodyOf(change, bodies)), ask);

/** A JSON checkout with the smallest body (2.5), and one change. */
export const checkout =
  (change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.checkout(bodies.checkout(bodyOf(change, bodies)), ask);

/** The wallet list (4.3). */
export const walletList =
  (query: WalletQuery = {}): Stimulus =>
  (api) =>
    api.wallets(query);

const byTitle = new Map<string, Stimulus>();

/**
 * Title and details of a test that judges the answer to a single call, its `reply`; spread it into `test(...)`. The
 * call is known before the test runs, so that it can be prefetched.
 *
 * @param id the rule
 * @param variant distinguishes this test from the rule's other tests
 * @param capability a capability that the target needs in addition to those of the rule
 * @throws Error when another test has the same title, since the title identifies the call
 */
export const asking = (
  stimulus: Stimulus,
  id: TestedRuleId,
  variant?: string,
  capability?: Capability,
): ReturnType<typeof rule> => {
  const test = rule(id, variant, capability);
  if (byTitle.has(test[0])) throw new Error(`two tests have the title "${test[0]}"; give each a variant of its own`);
  byTitle.set(test[0], stimulus);
  return test;
};

/** The stimulus of a test, by its title; undefined when it is not known before the test runs. */
export const stimulusOf = (title: string): Stimulus | undefined => byTitle.get(title);

/** The call that a stimulus makes; undefined when its answer may not be shared. Nothing is sent. */
export const callOf = (stimulus: Stimulus, settings: Settings): Call | undefined => {
  let call: Call | undefined;
  const send = (one: Call) => {
    call = one;
    return new Promise<never>(() => {});
  };
  const api = new Api({ send, close: () => Promise.resolve() }, settings);
  // Ignored here: a refused call fails the test itself.
  stimulus(api, new Bodies(settings)).catch(() => {});
  return call && isStateless(call) ? call : undefined;
};
