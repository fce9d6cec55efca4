import { asRecord, replyOf, type Exchange } from '../../interface/messages/exchange.ts';
import { checkoutOutcomes } from '../../interface/model/checkout.ts';
import { deletionOutcomes, fetchOutcomes, unknownCallback, updateOutcomes } from '../../interface/model/callback.ts';
import { initiationOutcomes } from '../../interface/model/initiation.ts';
import { disagreement } from '../../interface/model/judge.ts';
import type { Outcome } from '../../interface/model/outcome.ts';
import { walletOutcomes } from '../../interface/model/wallet-query.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { Seen } from './statements.ts';

/**
 * The outcomes that the model of the suite allows for a request; empty when it allows any. For callback endpoints only
 * successful answers are judged, since the exchange does not show whether the callback exists.
 *
 * @param seen the exchange with the values of the settings, not with their names
 */
export const outcomesOf = ({ request, answer }: Seen, settings: Settings): readonly Outcome[] => {
  const { endpoint, key, query, isOrdinary } = request;
  const body = asRecord(request.body) ?? {};
  if (endpoint === 'POST /v1/checkout') return isOrdinary ? checkoutOutcomes(body, settings) : [];
  if (key === 'none' || key === 'wrong') return [{ kind: 'unauthorised' }];
  if (key !== 'right' || !isOrdinary) return [];
  switch (endpoint) {
    case 'POST /v1/transactions':
      return initiationOutcomes(body, settings);
    case 'GET /v1/wallets/list':
      return walletOutcomes(query, new Date());
    case 'GET /v1/callback/fetch':
      return answer.status === 200 ? fetchOutcomes(unknownCallback) : [];
    case 'PUT /v1/callback/update':
      return answer.status === 200 ? updateOutcomes(request.id, body) : [];
    case 'DELETE /v1/callback/delete':
      return answer.status === 200 ? deletionOutcomes(request.id) : [];
    default:
      return [];
  }
};

/** The objections of the suite to an answer; undefined when it accepts it. */
export const objectionsOfSuite = (
  exchange: Exchange,
  { answer }: Seen,
  outcomes: readonly Outcome[],
  secret: string,
): string | undefined => {
  const text = JSON.stringify(answer.body) ?? '';
  const headers = { 'content-type': answer.type === 'json' ? 'application/json' : 'text/html' };
  return disagreement(replyOf({ ...exchange, status: answer.status }, text, headers), outcomes, secret)?.wrong.join(
    '; ',
  );
};
