import type { Settings } from '../../settings/settings.ts';
import { Bodies } from '../../client/bodies.ts';
import { type Spelling, withPoint, withPower } from '../../client/spelling.ts';
import { type Body, operatorLetters, taggedEmailOf } from '../../../interface/messages/requests.ts';
import { coveringArray } from './covering-array.ts';
import { freshReference } from '../../client/references.ts';
import { askingFor } from '../../../interface/rules/variant.ts';

/** An initiation to be sent: its body and its notation. */
export interface Combination {
  readonly body: Body;
  /** The spelling of a numeric amount; undefined for the usual one. */
  readonly spell?: Spelling;
  readonly contentType?: string;
}

/** The change that one value of a column makes to an initiation. */
type Step = (sent: Combination, settings: Settings) => Combination;
type Column = readonly Step[];

const unchanged: Step = (sent) => sent;
const changing =
  (change: (settings: Settings, body: Body) => Body): Step =>
  (sent, settings) => ({ ...sent, body: { ...sent.body, ...change(settings, sent.body) } });
const fields = (change: Body): Step => changing(() => change);

const structure = { value: 'text' };
const otherCase = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** Every flow with every outcome that can be requested. */
const flows: readonly (readonly [name: string, base: (bodies: Bodies) => Body])[] = [
  ['hosted page', (bodies) => bodies.hostedPage()],
  ...operatorLetters.flatMap((letter) =>
    (letter === 'A' ? ['success', 'failed'] : [undefined, 'success', 'failed']).map(
      (requested_response) =>
        [
          `operator ${letter}, ${askingFor(requested_response)}`,
          (bodies: Bodies) => bodies.mobileMoney(letter, { requested_response }),
        ] as const,
    ),
  ),
];

/** Optional parts and notations of a valid initiation. */
const validVariants: readonly Column[] = [
  [unchanged, fields({ transaction_reference: freshReference })],
  [unchanged, changing(({ merchantExample }) => ({ success_url: `${merchantExample}/paid` }))],
  [unchanged, changing(({ merchantExample }) => ({ failure_url: `${merchantExample}/unpaid` }))],
  [unchanged, changing(({ customerEmail }) => ({ email: taggedEmailOf(customerEmail) }))],
  [unchanged, (sent) => ({ ...sent, spell: withPoint }), (sent) => ({ ...sent, spell: withPower })],
  [unchanged, (sent) => ({ ...sent, contentType: 'application/json; charset=utf-8' })],
];

/** Changes that a service may refuse without any effect on the rules. */
const refusable: Column = [
  unchanged,
  changing(({ currency }) => ({ currency: otherCase(currency) })),
  changing(({ secondCurrency, currency }) => ({ currency: secondCurrency ?? currency })),
  changing(({ maxAmount }) => ({ amount: maxAmount })),
  changing((_, { payment_method_code: code }) => ({
    payment_method_code: typeof code === 'string' ? otherCase(code) : code,
  })),
  changing((_, { payment_method_type: type }) => ({
    payment_method_type: typeof type === 'string' ? otherCase(type) : type,
  })),
];

const mistakes: Column = [
  ...['amount', 'email', 'currency', 'payment_method_type', 'payment_method_code', 'mobile_money_number'].map((field) =>
    fields({ [field]: undefined }),
  ),
  ...[
    'amount',
    'email',
    'currency',
    'transaction_reference',
    'success_url',
    'failure_url',
    'payment_method_type',
    'payment_method_code',
    'mobile_money_number',
    'requested_response',
  ].map((field) => fields({ [field]: structure })),
  fields({ amount: 'one thousand' }),
  fields({ success_url: 'not a url' }),
  fields({ failure_url: 'not a url' }),
  fields({ payment_method_type: 'card' }),
  fields({ requested_response: 'maybe' }),
  changing(({ mobileMoneyNumber }) => ({ mobile_money_number: `9${mobileMoneyNumber.slice(1)}` })),
];

/** One flow of a covering array. */
interface Part {
  readonly name: string;
  rows(settings: Settings): Combination[];
}

/** The covering array of some columns and the flows, by flow; later columns override earlier ones. */
const partsOf = (what: string, strength: number, columns: readonly Column[]): Part[] => {
  const chosen = coveringArray([flows.length, ...columns.map((column) => column.length)], strength);
  return flows.map(([flow, base], index) => {
    const own = chosen.filter(([first]) => first === index);
    return {
      name: `${flow}, ${what}, every ${strength} values together`,
      rows: (settings) =>
        own.map(([, ...values]) =>
          values.reduce<Combination>((sent, value, column) => (columns[column]?.[value] ?? unchanged)(sent, settings), {
            body: base(new Bodies(settings)),
          }),
        ),
    };
  });
};

/** Valid initiations, and initiations with one mistake in any combination (2.1, 2.4, 4.1). */
export const combinations: readonly Part[] = [
  ...partsOf('valid', 3, validVariants),
  ...partsOf('one mistake', 2, [...validVariants, refusable, mistakes]),
];
