import type { Settings } from '../../settings/settings.ts';
import { type Body, operatorLetters } from '../../../interface/messages/requests.ts';
import { Bodies } from '../../client/bodies.ts';

/** A kind of value, and the value; undefined omits the field. */
type Kinds = readonly (readonly [kind: string, value: (settings: Settings) => unknown])[];

const illTyped = ['ill-typed', () => ({ value: 'text' })] as const;
const absent = ['absent', () => undefined] as const;
const empty = ['empty', () => ''] as const;

const types: Kinds = [absent, ['mobile_money', () => 'mobile_money'], ['card', () => 'card'], empty, illTyped];
const codes: Kinds = [
  ...operatorLetters.map((letter) => [`operator ${letter}`, ({ operators }: Settings) => operators[letter]] as const),
  absent,
  ['unknown', () => 'no-such-operator'],
  empty,
  illTyped,
];
const numbers: Kinds = [
  absent,
  ['of the settings', ({ mobileMoneyNumber }) => mobileMoneyNumber],
  ['without leading zero', ({ mobileMoneyNumber }) => `9${mobileMoneyNumber.slice(1)}`],
  empty,
  illTyped,
];
const responses: Kinds = [
  absent,
  ['success', () => 'success'],
  ['failed', () => 'failed'],
  ['another word', () => 'maybe'],
  empty,
  illTyped,
];

/** A part of the matrix: one operator or other kind of code, with one kind of payment_method_type. */
interface MatrixPart {
  readonly name: string;
  /** Every combination with the kinds of mobile_money_number and requested_response. */
  rows(settings: Settings): Body[];
}

/** Every combination of presence and kind of value of the four payment method fields (2.1, 2.4, 4.1). */
export const matrix: readonly MatrixPart[] = codes.flatMap(([codeKind, code]) =>
  types.map(([typeKind, type]) => ({
    name: `${codeKind.startsWith('operator') ? codeKind : `code ${codeKind}`}, type ${typeKind}`,
    rows: (settings) =>
      numbers.flatMap(([, number]) =>
        responses.map(([, response]) =>
          new Bodies(settings).hostedPage({
            payment_method_type: type(settings),
            payment_method_code: code(settings),
            mobile_money_number: number(settings),
            requested_response: response(settings),
          }),
        ),
      ),
  })),
);
