import { open, openBeforeTheService, refused, type Outcome, type Answer } from './outcome.ts';
import { stopsOnTheWay, type Reading } from './values.ts';

/** What one field of a request, or two together, have to say about its answer. */
export interface Finding {
  readonly reading: Reading;
  /** On `bad`: the refusal is a field-level one (4.1) that names one of these; without them it has either form. */
  readonly naming?: readonly string[];
}

/**
 * What all findings together allow. The order of checks is not shown: where several things are wrong, naming any of
 * them is right; and where one of them may be refused in either form of section 7, so may the whole request.
 *
 * @param request body or query, as it is sent
 * @param accepted the answers when nothing speaks against the request
 * @param always what every acceptance at this endpoint has
 */
export const allowed = (
  request: unknown,
  findings: readonly Finding[],
  accepted: readonly Outcome[],
  always: Answer,
): readonly Outcome[] => {
  if (stopsOnTheWay(request)) return [openBeforeTheService];
  const bad = findings.filter(({ reading }) => reading === 'bad');
  const doubts = findings.filter(({ reading }) => reading === 'open');
  if (bad.length === 0) return doubts.length === 0 ? accepted : [open(always)];
  const byName = doubts.length === 0 && bad.every(({ naming }) => naming);
  return byName
    ? [{ kind: 'field refusal', fields: [...new Set(bad.flatMap(({ naming }) => naming ?? []))] }]
    : [refused];
};
