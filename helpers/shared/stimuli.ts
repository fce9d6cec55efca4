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

/** A single call to the target. */
export type Stimulus = (api: Api, bodies: Bodies) => Promise<Reply>;

/** Changes of the smallest valid body; undefined omits a field. */
export type Change = Body | ((bodies: Bodies) => Body);

const made = (change: Change, bodies: Bodies): Body => (typeof change === 'function' ? change(bodies) : change);

/** An initiation with the smallest body for a hosted payment page (2.1), and one change. */
export const hostedPage =
  (change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.initiate(bodies.hostedPage(made(change, bodies)), ask);

/** An initiation with the smallest body for a mobile money prompt (2.1), and one change. */
export const mobileMoney =
  (operator: Operator, change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.initiate(bodies.mobileMoney(operator, made(change, bodies)), ask);

/** A JSON checkout with the smallest body (2.5), and one change. */
export const checkout =
  (change: Change = {}, ask?: Ask): Stimulus =>
  (api, bodies) =>
    api.checkout(bodies.checkout(made(change, bodies)), ask);

/** The wallet list (4.3). */
export const walletList =
  (query: WalletQuery = {}): Stimulus =>
  (api) =>
    api.wallets(query);

const byTitle = new Map<string, Stimulus>();

/**
 * Title and details of a test that judges the answer to a single question, its `reply`; spread it into `test(...)`. The
 * question is known before the test runs, so it can be prefetched.
 *
 * @param id the rule
 * @param variant what tells this test from the rule's other tests
 * @param capability what the target must have, when the rule alone does not tell
 * @throws Error when another test has the same title, because the title identifies the question
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

/** The question of a test, by its title; undefined when it is not known before the test runs. */
export const stimulusOf = (title: string): Stimulus | undefined => byTitle.get(title);

/** The call that a stimulus makes; undefined when its answer may not be shared. Nothing is sent. */
export const callOf = (stimulus: Stimulus, settings: Settings): Call | undefined => {
  let call: Call | undefined;
  const send = (one: Call) => {
    call = one;
    return new Promise<never>(() => {});
  };
  const api = new Api({ send, close: () => Promise.resolve() }, settings);
  // A forbidden call is refused when the test itself makes it.
  stimulus(api, new Bodies(settings)).catch(() => {});
  return call && isStateless(call) ? call : undefined;
};
