import { open, openWhenBlocked, refused, type Outcome, type Answer } from './outcome.ts';
import { mayBeBlocked, type Reading } from './values.ts';

/** The consequence of one or two fields of a request for its answer. */
export interface Finding {
  readonly reading: Reading;
  /** For `bad`: the refusal is a field-level one (4.1) that names one of these; without them it has either form. */
  readonly naming?: readonly string[];
}

/**
 * The outcomes that all findings together allow. The interface does not specify the order of checks: when several
 * fields are wrong, the refusal may name any of them; and when one of them may be refused in either form of section 7,
 * so may the whole request.
 *
 * @param request the sent body or query
 * @param accepted the allowed answers to a valid request
 * @param always the fields of every acceptance at this endpoint
 */
export const allowed = (
  request: unknown,
  findings: readonly Finding[],
  accepted: readonly Outcome[],
  always: Answer,
): readonly Outcome[] => {
  if (mayBeBlocked(request)) return [openWhenBlocked];
  const bad = findings.filter(({ reading }) => reading === 'bad');
  const doubts = findings.filter(({ reading }) => reading === 'open');
  if (bad.length === 0) return doubts.length === 0 ? accepted : [open(always)];
  const byName = doubts.length === 0 && bad.every(({ naming }) => naming);
  return byName
    ? [{ kind: 'field refusal', fields: [...new Set(bad.flatMap(({ naming }) => naming ?? []))] }]
    : [refused];
};
