import { jsonOf } from '../messages/bounded-json.ts';
import { callbackOf, settableFields, type SettableField } from '../messages/callback.ts';
import { asRecord, fieldsOf, type Reply } from '../messages/exchange.ts';
import { mismatch, formatValue, type Mismatch } from '../messages/mismatch.ts';
import { eventNames } from '../messages/shapes.ts';
import type { TestedRuleId } from '../rules/catalogue.ts';
import { isCertainValue } from './callback-answers.ts';

/** What a refused update of a callback carried, and the rule that it changes nothing. */
interface Refused {
  readonly rule: TestedRuleId;
  readonly fields: Fields;
}

type Fields = Readonly<Record<string, unknown>>;
type Judged = { readonly rule: TestedRuleId; readonly mismatches: readonly Mismatch[] };

/**
 * What a fetched callback shows of everything before. Reads may lag behind writes, so that it shows an old value proves
 * nothing.
 *
 * @param replies of the test, in their order
 */
export const judgeHistory = (reply: Reply, replies: readonly Reply[]): Judged[] => {
  const shown = asRecord(callbackOf(reply));
  const { id } = shown ?? {};
  if (shown === undefined || reply.request.method !== 'GET' || typeof id !== 'string') return [];
  return [...showsRefused(reply, shown, id, replies), ...showsForeign(reply, shown, id, replies)];
};

/** Texts that only an update of its own changes; a service may deactivate a callback that can't be reached. */
const ownTexts = ['url', 'description', 'events'] as const;

/** Whatever happens to others, a callback shows what it had, or what an update of its own carried (2.7, 4.6). */
const showsForeign = (reply: Reply, shown: Fields, id: string, replies: readonly Reply[]): Judged[] => {
  const before = replies.slice(0, replies.indexOf(reply));
  const isFetch = (one: Reply): boolean => one.request.method === 'GET' && asRecord(callbackOf(one))?.['id'] === id;
  const had = before.filter(isFetch).map((one) => asRecord(callbackOf(one)) ?? {});
  // One that the test did not create may be read from a copy that still shows what earlier tests have written.
  const isNew = before.some(
    ({ request, text, headers }) => request.method === 'POST' && `${text} ${headers['location']}`.includes(id),
  );
  if (had.length === 0) return [];
  // What an update has stored wrongly is judged by the rules of updates.
  const sinceLast = updatesIn(before.slice(before.findLastIndex(isFetch)), id);
  // Those that are answered later may have been under way.
  const updates = updatesIn(replies, id);
  const foreign = ownTexts.filter((field) => {
    if (!isNew || shown[field] === undefined || sinceLast.some((one) => field in one)) return false;
    if (updates.some((one) => field in one && !isCertainValue(field, one[field]))) return false;
    return ![...had, ...updates].some((one) => field in one && isSame(field, one[field], shown[field]));
  });
  const isMoved = had.some((one) => !isSameMoment(one['date_created'], shown['date_created']));
  return [
    {
      rule: 'callback-fetch.only-its-own',
      mismatches: [
        ...foreign.map((field) =>
          mismatch(
            field,
            'a value of its own',
            'another',
            `${field} is ${formatValue(shown[field])}, which the callback neither had nor was given`,
          ),
        ),
        ...(isMoved
          ? [mismatch('date_created', 'as before', 'another', 'date_created is another one than in an earlier fetch')]
          : []),
      ],
    },
  ];
};

/**
 * A value that no other update carried, and that the callback did not have, was stored by an update that was refused,
 * and so changes nothing (4.6, 5, 7).
 */
const showsRefused = (reply: Reply, shown: Fields, id: string, replies: readonly Reply[]): Judged[] => {
  const refused: Refused[] = [];
  const had: Fields[] = [];
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
  // A service may itself deactivate a callback after failures.
  const isGivenUp = shown['is_active'] === false && Number(shown['failure_count']) > 0;
  const fields = settableFields.filter((field) => field !== 'is_active' || !isGivenUp);
  return rules.map((rule) => {
    const wrong = fields.filter((field) =>
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

const updateOf = ({ request }: Reply, id: string): Fields | undefined =>
  request.method === 'PUT' && request.path === `/v1/callback/update/${encodeURIComponent(id)}`
    ? asRecord(jsonOf(request.body ?? ''))
    : undefined;

const updatesIn = (replies: readonly Reply[], id: string): Fields[] =>
  replies.map((one) => updateOf(one, id)).filter((one) => one !== undefined);

/** Whether an answer says that nothing was done: a fault of the server may come late. */
const isRefusal = (reply: Reply): boolean =>
  reply.status >= 400 && reply.status < 500 && fieldsOf(reply)['result'] !== 'success';

const ruleOf = ({ status }: Reply): TestedRuleId =>
  status === 401 ? 'auth.callback-unchanged' : 'callback-update.refused-whole';

const isSame = (field: SettableField, one: unknown, other: unknown): boolean =>
  field === 'events' ? eventNames(one).sort().join() === eventNames(other).sort().join() : one === other;

/** Whether two timestamps are of one second, or not to be told apart. */
const isSameMoment = (one: unknown, other: unknown): boolean => {
  const apart = Math.abs(Date.parse(String(one)) - Date.parse(String(other)));
  return Number.isNaN(apart) || apart < 1_000;
};
