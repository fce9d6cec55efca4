import type { TestedRuleId } from '../interface/rules/catalogue.ts';
import type { Settings } from '../helpers/settings/settings.ts';
import { type Body, operatorLetters } from '../interface/messages/requests.ts';
import { Bodies, surroundings } from '../helpers/client/bodies.ts';
import { authorizationOf, type Credential } from '../helpers/client/credentials.ts';

/** One initiation that has to be refused, in a form that every contender can use. */
export interface Check {
  rule: TestedRuleId;
  /** Distinguishes it from the other checks of its rule. */
  variant: string;
  as: Credential;
  /** The Authorization header of `as`; null for none. */
  authorization: string | null;
  body: Body;
  /** The field that a 400 has to name (4.1, 7); null when 401 is required (5, 7). */
  field: string | null;
}

const outcomes = { A: ['success', 'failed'], B: [undefined, 'success', 'failed'], C: [undefined, 'success', 'failed'] };

/** Violations of the four validation rules, with the field that the error names. */
const broken: readonly [TestedRuleId, string, string, (number: string) => Body][] = [
  ['txn.code-missing', 'payment_method_code', 'left out', () => ({ payment_method_code: undefined })],
  ['txn.number-missing', 'mobile_money_number', 'left out', () => ({ mobile_money_number: undefined })],
  [
    'txn.number-leading-zero',
    'mobile_money_number',
    'a nine first',
    (number) => ({ mobile_money_number: `9${number}` }),
  ],
  [
    'txn.number-leading-zero',
    'mobile_money_number',
    'a plus first',
    (number) => ({ mobile_money_number: `+${number}` }),
  ],
  ['txn.number-other-method', 'mobile_money_number', 'a card', () => ({ payment_method_type: 'card' })],
];

const refused: readonly [TestedRuleId, Credential][] = [
  ['auth.missing', 'none'],
  ['auth.invalid', 'invalid'],
  ['auth.empty', 'empty'],
  ['auth.near-miss', 'near-miss'],
  ['auth.truncated', 'truncated'],
  ['auth.extended', 'extended'],
  ['auth.publishable', 'publishable'],
  ['auth.other-scheme', 'other-scheme'],
];

/**
 * The given number of checks, made from the rows of the four validation rules of an initiation (4.1) and of its
 * credentials (5). When the rows are used up, they are repeated with new references.
 */
export const checksOf = (count: number, settings: Settings): Check[] => {
  const all: Check[] = [];
  for (let round = 1; all.length < count; round += 1) all.push(...oneRound(settings, round));
  return all.slice(0, count);
};

const oneRound = (settings: Settings, round: number): Check[] => {
  const bodies = new Bodies(settings);
  const again = round === 1 ? '' : `, round ${round}`;
  const validation = surroundings.flatMap(([surrounding, optional]) =>
    operatorLetters.flatMap((letter) =>
      outcomes[letter].flatMap((requested_response) =>
        broken.map(([rule, field, how, change]) => ({
          rule,
          variant: `operator ${letter}, requested_response ${requested_response}, ${how}, ${surrounding}${again}`,
          as: 'secret' as const,
          field,
          body: bodies.mobileMoney(letter, { ...optional(bodies), requested_response, ...change(bodies.number) }),
        })),
      ),
    ),
  );
  const credentials = surroundings.flatMap(([surrounding, optional]) =>
    operatorLetters.flatMap((letter) =>
      refused.map(([rule, as]) => ({
        rule,
        variant: `operator ${letter}, ${surrounding}${again}`,
        as,
        field: null,
        body: bodies.mobileMoney(letter, optional(bodies)),
      })),
    ),
  );
  return [...validation, ...credentials].map((check) => ({
    ...check,
    authorization: authorizationOf(check.as, settings) ?? null,
  }));
};
