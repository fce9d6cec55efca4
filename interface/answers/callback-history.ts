import { jsonOf } from '../messages/bounded-json.ts';
import { callbackOf, settableFields, type SettableField } from '../messages/callback.ts';
import { asRecord, fieldsOf, type Reply } from '../messages/exchange.ts';
import { mismatch, formatValue, type Mismatch } from '../messages/mismatch.ts';
import { eventNames } from '../messages/shapes.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';

/** What a refused update of a callback carried, and the rule that it changes nothing. */
interface Refused {
  readonly rule: TestedRuleId;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * What a fetched callback shows of the refused updates before (4.6, 5, 7): a value that no other update carried, and that
 * the callback did not have, was stored by a request that changes nothing. Reads may lag behind writes, so that it shows
 * an old value proves nothing.
 *
 * @param replies of the test, in their order
 */
export const judgeHistory = (
  reply: Reply,
  replies: readonly Reply[],
): { rule: TestedRuleId; mismatches: readonly Mismatch[] }[] => {
  const shown = asRecord(callbackOf(reply));
  const { id } = shown ?? {};
  if (shown === undefined || reply.request.method !== 'GET' || typeof id !== 'string') return [];
  const refused: Refused[] = [];
  const had: Readonly<Record<string, unknown>>[] = [];
  for (const one of replies.slice(0, replies.indexOf(reply))) {
    const before = asRecord(callbackOf(one));
    if (before?.['id'] === id) had.push(before);
    const fields = updateOf(one, id);
    if (fields === undefined) continue;
    // What was sent before the first known state may have been there already.
    if (isRefusal(one) && had.length > 0) refused.push({ rule: ruleOf(one), fields });
    else had.push(fields);
  }
  const rules = [...new Set(refused.map(({ rule }) => rule))];
  return rules.map((rule) => {
    const wrong = settableFields.filter((field) =>
      refused.some(
        (one) =>
          one.rule === rule &&
          field in one.fields &&
          isSame(field, one.fields[field], shown[field]) &&
          had.some((other) => field in other) &&
          !had.some((other) => field in other && isSame(field, other[field], shown[field])),
      ),
    );
    const text = (field: string): string =>
      `${field} is ${formatValue(shown[field])}, as in an update that was refused`;
    return { rule, mismatches: wrong.map((field) => mismatch(field, 'as before', 'as refused', text(field))) };
  });
};

const updateOf = ({ request }: Reply, id: string): Readonly<Record<string, unknown>> | undefined =>
  request.method === 'PUT' && request.path === `/v1/callback/update/${encodeURIComponent(id)}`
    ? asRecord(jsonOf(request.body ?? ''))
    : undefined;

/** Whether an answer says that nothing was done: a fault of the server may come late. */
const isRefusal = (reply: Reply): boolean =>
  reply.status >= 400 && reply.status < 500 && fieldsOf(reply)['result'] !== 'success';

const ruleOf = ({ status }: Reply): TestedRuleId =>
  status === 401 ? 'auth.callback-unchanged' : 'callback-update.refused-whole';

const isSame = (field: SettableField, one: unknown, other: unknown): boolean =>
  field === 'events' ? eventNames(one).sort().join() === eventNames(other).sort().join() : one === other;
