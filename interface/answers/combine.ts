import { open, openWhenBlocked, type Outcome, type Answer } from './allowed-answer.ts';
import type { FieldReading } from './field-readings.ts';
import { mayBeBlocked } from './values.ts';

/**
 * The outcomes that the readings of all fields together allow. The interface does not specify the order of checks: when several
 * fields are wrong, the refusal may name any of them; and when one of them may be refused in either form of section 7,
 * so may the whole request.
 *
 * @param request the sent body or query
 * @param accepted the allowed answers to a valid request
 * @param always the fields of every acceptance at this endpoint
 */
export const allowed = (
  request: unknown,
  readings: readonly FieldReading[],
  accepted: readonly Outcome[],
  always: Answer,
): readonly Outcome[] => {
  if (mayBeBlocked(request)) return [openWhenBlocked];
  const bad = readings.filter(({ reading }) => reading === 'bad');
  const doubts = readings.filter(({ reading }) => reading === 'open');
  if (bad.length === 0) return doubts.length === 0 ? accepted : [open(always)];
  const rules = [...new Set(bad.flatMap(({ rule }) => rule ?? []))];
  const mayName = [...bad, ...doubts].flatMap(({ fields, naming }) => fields ?? naming ?? []);
  const byName = doubts.length === 0 && bad.every(({ naming }) => naming);
  return byName
    ? [{ kind: 'field refusal', fields: [...new Set(bad.flatMap(({ naming }) => naming ?? []))], rules }]
    : [{ kind: 'refusal', statuses: [400], rules, mayName }];
};
