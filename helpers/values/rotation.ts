import { createHash } from 'node:crypto';
import type { Flow } from '../../interface/answers/target-facts.ts';
import type { Body } from '../../interface/messages/requests.ts';
import {
  formOfReference,
  referenceGroups,
  referenceOf,
  replaceableReference,
  usualForm,
} from '../client/references.ts';
import type { Settings } from '../settings/settings.ts';
import {
  callbackTexts,
  formsOf,
  hasEmail,
  headerKinds,
  longAddress,
  secondCurrencyForm,
  type AcceptedForms,
  type Addresses,
  type Kind,
} from './forms.ts';

/** Values of an accepted request: fields of its body, and ordinary headers. */
export interface AcceptedValues {
  readonly amount: number;
  readonly currency: string;
  readonly transaction_reference: string;
  /** Of an initiation alone. */
  readonly email?: string;
  readonly addresses: Addresses;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Gives each request of a test other values, of the forms that the target accepts in its flow, or in each flow. A value
 * depends on the seed, the test and its place in it: on what else the request says, and how many such requests were made
 * before. It never depends on the order of tests, workers or answers.
 */
export class Rotation {
  readonly #settings: Settings;
  readonly #forms: ReturnType<typeof formsOf>;
  readonly #accepted: AcceptedForms;
  readonly #root: string;
  readonly #turns = new Map<string, number>();

  /** @param test its file and titles */
  constructor(settings: Settings, accepted: AcceptedForms = {}, test = '') {
    this.#settings = settings;
    this.#forms = formsOf(settings);
    this.#accepted = accepted;
    this.#root = `${settings.seed.number} ${test}`;
  }

  /** In the subunit. In another currency than the first, the usual one where the flow does not accept each. */
  amount(flow: Flow, place = '', currency = this.#settings.currency): number {
    const isAny = currency === this.#settings.currency || this.#names('currency', flow).includes(secondCurrencyForm);
    return isAny ? (this.#value('amount', flow, place) as number) : this.#settings.amount;
  }

  /** The same for a payment on a page, which may ask for a fee as well: far below MAX_AMOUNT. */
  paidAmount(flow: Flow, place: string, currency: string): number {
    const amount = this.amount(flow, place, currency);
    return amount <= this.#settings.maxAmount / 2 || amount > 2 ** 31 ? amount : this.#settings.amount;
  }

  currency(flow: Flow, place = ''): string {
    return this.#value('currency', flow, place) as string;
  }

  email(flow: Flow, place = ''): string {
    return this.#value('email', flow, place) as string;
  }

  /** A new reference that may be replaced. */
  reference(flow: Flow | 'each', place = ''): string {
    return replaceableReference(this.#value('reference', flow, place) as string);
  }

  /** A new reference of letters, digits and hyphens alone, which is never replaced. */
  plainReference(flow: Flow, place: string): string {
    const form = this.#value('reference', flow, place) as string;
    return referenceOf(form in (referenceGroups[0] ?? {}) ? usualForm : form);
  }

  addresses(flow: Flow | 'each', place = ''): Addresses {
    return this.#value('addresses', flow, place) as Addresses;
  }

  /**
   * A plain reference and addresses of a payment in a browser. Few are made, so those of a flow take their forms in turn.
   *
   * @param turn its place among the payments of the flow; by its place in the test where it has none
   */
  ofPayment(flow: Flow, place: string, turn?: number): { reference: string; addresses: Addresses } {
    const { number: seed } = this.#settings.seed;
    const references = inTurnOfPayments.filter((form) => this.#names('reference', flow).includes(form));
    const addresses = this.#names('addresses', flow).filter((form) => form !== longAddress);
    const first = hashOf(`${seed} addresses ${flow}`).readUInt32LE(0);
    const at = turn ?? hashOf(`${this.#root} ${place}`).readUInt32LE(0);
    const form = references[at % references.length] ?? usualForm;
    const values = valuesOf(this.#forms, 'addresses', addresses[(first + at) % addresses.length] ?? usualForm);
    return { reference: referenceOf(form), addresses: values[0] as Addresses };
  }

  /** Ordinary headers beside a request's own; some clients write names in small letters. A repeated read has the same. */
  headers(place: string, own: AcceptedValues['headers']): AcceptedValues['headers'] {
    const headers = { ...headersBy((kind) => this.#value(kind, 'each', place)), ...own };
    if (hashOf(`${this.#root} names ${place}`).readUInt32LE(0) % 4 > 0) return headers;
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** An address and a description of a callback that contain a word. */
  callbackTexts(word: string): { url: string; description: string } {
    const turn = hashOf(`${this.#root} ${word}`).readUInt32LE(0);
    return callbackTexts(word, turn);
  }

  /**
   * The values of one of a row of requests, which together carry each form that a flow accepts, and each amount in each
   * currency, the next one when the amounts begin again. Each seed combines them in another way.
   */
  inTurn(flow: Flow, index: number): AcceptedValues {
    const { length: amounts } = this.#names('amount', flow);
    const value = (kind: Kind): unknown => {
      const names = this.#names(kind, flow);
      const at = hashOf(`${this.#root} ${kind} ${flow}`).readUInt32LE(0) + index;
      const inRound = kind === 'currency' ? at - index + (index % amounts) + Math.floor(index / amounts) : at;
      const values = valuesOf(this.#forms, kind, names[inRound % names.length] ?? usualForm);
      return values[at % values.length];
    };
    return {
      amount: value('amount') as number,
      currency: value('currency') as string,
      transaction_reference: replaceableReference(value('reference') as string),
      ...(hasEmail(flow) && { email: value('email') as string }),
      addresses: value('addresses') as Addresses,
      headers: headersBy(value),
    };
  }

  #value(kind: Kind, flow: Flow | 'each', place: string): unknown {
    const { form, turn } = this.#draw(kind, flow, place);
    const values = valuesOf(this.#forms, kind, form);
    return values[turn % values.length];
  }

  #draw(kind: Kind, flow: Flow | 'each', place: string): { form: string; turn: number } {
    const names = this.#names(kind, flow);
    const key = `${this.#root} ${kind} ${flow} ${place}`;
    const count = this.#turns.get(key) ?? 0;
    // How often a read is repeated may depend on how long the service takes.
    if (!place.startsWith('GET ')) this.#turns.set(key, count + 1);
    const hash = hashOf(`${key} ${count}`);
    return { form: names[hash.readUInt32LE(0) % names.length] ?? usualForm, turn: hash.readUInt32LE(4) };
  }

  #names(kind: Kind, flow: Flow | 'each'): readonly string[] {
    if (flow !== 'each') return this.#accepted[flow]?.[kind] ?? [usualForm];
    const [first = [usualForm], ...others] = Object.entries(this.#accepted)
      .filter(([name]) => name !== 'form post')
      .map(([, names]) => names[kind]);
    return first.filter((name) => others.every((names) => names.includes(name)));
  }
}

/** Forms that need no encoding; first what reads as a number or is long, since only some payments return with a reference. */
const inTurnOfPayments = [
  'of 20 digits',
  'like a number',
  'of digits after zeros',
  'of 250 letters',
  'like a day',
  'of capital letters',
  usualForm,
  'of 16 digits',
  'of 36 characters',
];

/** The ordinary headers of a request, from one value of each of their kinds. */
const headersBy = (valueOf: (kind: Kind) => unknown): Readonly<Record<string, string>> =>
  Object.assign({}, ...headerKinds.map(valueOf)) as Record<string, string>;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Where a request stands in its test: what it says, without what is new in each run. */
export const placeOf = (fields: Body): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${formOfReference(value) ?? withoutNews(JSON.stringify(value) ?? '')}`)
    .join(' ');

/** A path without the id of a callback. */
export const placeOfPath = (path: string): string => withoutNews(path.replace(/^(\/v1\/callback\/\w+\/).*/, '$1#'));

/** A text without ids, days and numbers, which differ from run to run. */
const withoutNews = (text: string): string => text.replace(/[\da-f-]{6,}|\d{3,}/gi, '#');

/** What a flow accepts, as the judgement of an exchange asks it: by field and value. */
export const acceptedValues = (settings: Settings, accepted: AcceptedForms) => {
  const forms = formsOf(settings);
  return (flow: Flow, field: string, value: unknown): boolean => isAccepted(forms, accepted[flow], field, value);
};

const isAccepted = (
  forms: ReturnType<typeof formsOf>,
  names: Readonly<Record<Kind, readonly string[]>> | undefined,
  field: string,
  value: unknown,
): boolean => {
  if (names === undefined) return false;
  if (field === 'transaction_reference') return names.reference.includes(formOfReference(value) ?? '');
  if (field === 'success_url' || field === 'failure_url')
    return names.addresses.some((name) =>
      valuesOf(forms, 'addresses', name).some((one) => (one as Addresses)[field] === value),
    );
  if (field !== 'amount' && field !== 'currency' && field !== 'email') return false;
  return names[field].some((name) => valuesOf(forms, field, name).includes(value));
};

const valuesOf = (forms: ReturnType<typeof formsOf>, kind: Kind, name: string): readonly unknown[] => {
  const groups: readonly Readonly<Record<string, readonly unknown[]>>[] = forms[kind];
  return groups.find((group) => name in group)?.[name] ?? [];
};
