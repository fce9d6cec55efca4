import type { Flow } from '../../interface/answers/target-facts.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { notedPayment } from '../callbacks/payments-made.ts';
import type { Api } from '../client/api.ts';
import { Bodies } from '../client/bodies.ts';
import { inParallel } from '../client/in-parallel.ts';
import { replaceableReference, usualForm } from '../client/references.ts';
import { failureKindOf } from '../errors/failure-kind.ts';
import type { Settings } from '../settings/settings.ts';
import {
  byKind,
  formsOf,
  kinds,
  kindsIn,
  learnedFlows,
  type AcceptedForms,
  type Addresses,
  type Kind,
} from './forms.ts';

/** One value of some kinds, by the groups that they stand for; kinds that are not in it are as usual. */
type Trial = Readonly<Partial<Record<Kind, number>>>;

/** How a flow answers a request with such values; undefined where it gives no answer. */
type Attempt = (trial: Trial) => Promise<Reply | undefined>;

type Groups = ReturnType<typeof formsOf>;

/**
 * Learns which forms of values a target accepts in each flow. What is answered is not judged: the tests send the same
 * forms again, and those as well at which the target breaks, since no service may answer them so.
 *
 * @returns for a flow that the target lacks, or that accepts no usual request, nothing
 */
export const learnForms = async (api: Api, settings: Settings): Promise<AcceptedForms> => {
  const groups = formsOf(settings);
  const learned = await inParallel(
    learnedFlows.filter((flow) => isThere(flow, settings)),
    async (flow) => [flow, await learnFlow(flow, groups, attemptsAt(flow, groups, api, new Bodies(settings)))] as const,
  );
  return Object.fromEntries(learned.filter(([, accepted]) => accepted !== undefined));
};

/**
 * A few requests each try the first form of a group of every kind together; only where one is refused is each of them
 * tried alone.
 */
const learnFlow = async (flow: Flow, groups: Groups, attempt: Attempt): Promise<Record<Kind, string[]> | undefined> => {
  const usual = await attempt({});
  if (usual === undefined || !isUsable(flow, usual)) return undefined;
  const isAccepted = (reply: Reply | undefined): boolean =>
    reply !== undefined && outcomeOf(flow, reply) === outcomeOf(flow, usual);
  const isSent = (reply: Reply | undefined): boolean => isAccepted(reply) || (reply !== undefined && isBroken(reply));
  const namesIn = (kind: Kind, group: number): string[] => Object.keys(groups[kind][group] ?? {});
  const accepted = byKind(() => [usualForm]);
  const take = (trial: Trial): void => {
    for (const [kind, group] of Object.entries(trial) as [Kind, number][])
      if (group > 0) accepted[kind].push(...namesIn(kind, group));
  };
  // Bounds and steps of amounts may differ from currency to currency, so each amount is tried in the second one.
  const second: Trial = kindsIn(flow).includes('currency') && groups.currency.length > 1 ? { currency: 1 } : {};
  let isRefusedInSecond = false;
  const rows = Math.max(...kinds.map((kind) => groups[kind].length));
  await inParallel(
    Array.from({ length: rows - 1 }, (_, index) => index + 1),
    async (row) => {
      const ofRow = kindsIn(flow).filter((kind) => kind !== 'currency' && groups[kind].length > row);
      const trial: Trial = { ...Object.fromEntries(ofRow.map((kind) => [kind, row])), ...second };
      if (isAccepted(await attempt(trial))) return take(trial);
      await inParallel(ofRow, async (kind) => {
        if (isSent(await attempt({ [kind]: row }))) take({ [kind]: row });
      });
      const isTaken = accepted.amount.includes(namesIn('amount', row)[0] ?? '');
      const inSecond: Trial = { ...second, ...(isTaken ? { amount: row } : {}) };
      if (isSent(await attempt(inSecond))) take(inSecond);
      else isRefusedInSecond = true;
    },
  );
  if (isRefusedInSecond) accepted.currency = [usualForm];
  return inOrder(accepted, groups);
};

const attemptsAt = (flow: Flow, groups: Groups, api: Api, bodies: Bodies): Attempt => {
  const valueOf = (kind: Kind, group = 0): unknown => Object.values(groups[kind][group] ?? {})[0]?.[0];
  return async ({ reference, addresses, amount, currency, email, ...headers }) => {
    const fields: Body = {
      amount: valueOf('amount', amount),
      currency: valueOf('currency', currency),
      ...(email === undefined ? {} : { email: valueOf('email', email) }),
      ...(reference === undefined
        ? {}
        : { transaction_reference: replaceableReference(valueOf('reference', reference) as string) }),
      ...(addresses === undefined ? {} : (valueOf('addresses', addresses) as Addresses)),
    };
    const values = Object.entries(headers).map(([kind, group]) => valueOf(kind as Kind, group));
    const options = { headers: Object.assign({}, ...values) as Record<string, string> };
    // No answer says nothing about a form, which is then not used.
    const reply = await send(api, bodies, flow, fields, options).catch((error: unknown) => {
      if (failureKindOf(error) === undefined) throw error;
    });
    // What was accepted may be announced to the subscribers of a test.
    if (reply?.field('transaction_id') !== undefined) notedPayment(reply);
    return reply ?? undefined;
  };
};

const send = (
  api: Api,
  bodies: Bodies,
  flow: Flow,
  fields: Body,
  options: { headers: Record<string, string> },
): Promise<Reply> => {
  if (flow === 'hosted page') return api.initiate(bodies.hostedPage(fields), options);
  if (flow === 'checkout') return api.checkout(bodies.checkout(fields), options);
  if (flow === 'form post') return api.checkoutForm(asTexts(bodies.checkout(fields)), options);
  return api.initiate(bodies.mobileMoney(flow.at(-1) as 'A' | 'B' | 'C', fields), options);
};

const asTexts = (body: Body): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));

const isThere = (flow: Flow, { notApplicable: absent, operators }: Settings): boolean => {
  // Without the page, its initiations are checked all the same.
  if (flow === 'hosted page') return true;
  if (flow === 'checkout') return !absent.has('checkout');
  if (flow === 'form post') return !absent.has('form');
  return operators[flow.at(-1) as 'A' | 'B' | 'C'] !== '';
};

/** HTTP 501 tells that something is not there. */
const isBroken = ({ status }: Reply): boolean => status >= 500 && status !== 501;

const isUsable = (flow: Flow, reply: Reply): boolean =>
  flow === 'form post' ? reply.status < 400 : reply.status === 200;

/** How an answer is told from a refusal. That to a form post is not shown: it has to be like that to a usual one. */
const outcomeOf = (flow: Flow, { status, headers }: Reply): string =>
  flow === 'form post'
    ? `${status} ${headers['location'] === undefined ? 'stays' : 'leads on'} ${headers['content-type'] ?? ''}`
    : String(status);

/** In the order of the forms, whatever order the answers came in. */
const inOrder = (accepted: Record<Kind, string[]>, groups: Groups): Record<Kind, string[]> =>
  byKind((kind) => groups[kind].flatMap(Object.keys).filter((name) => accepted[kind].includes(name)));
