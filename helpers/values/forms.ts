import { referenceGroups, usualForm } from '../client/references.ts';
import { decimalsOf } from '../money/currencies.ts';
import type { Settings } from '../settings/settings.ts';
import type { Flow } from '../../interface/answers/target-facts.ts';

// The forms of values that the requests of a run carry in turn. Each is valid by the interface; what a careful service
// may refuse nevertheless is tried once, at the start of a run (learn-forms.ts).

export const headerKinds = ['language', 'accept', 'encoding', 'agent'] as const;
/** What a form is one of. */
export const kinds = ['reference', 'amount', 'addresses', 'currency', 'email', ...headerKinds] as const;
export type Kind = (typeof kinds)[number];

export const byKind = <Value>(of: (kind: Kind) => Value): Record<Kind, Value> =>
  Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, Value>;

/** The flows whose values are learned one by one. A form post has texts alone, and its refusal is not shown. */
export const learnedFlows: readonly Flow[] = [
  'hosted page',
  'operator A',
  'operator B',
  'operator C',
  'checkout',
  'form post',
];

/** What rotates in a flow. An operator may serve one country, and its payments alone move a wallet at once. */
export const kindsIn = (flow: Flow): readonly Kind[] =>
  kinds.filter((kind) => (kind === 'currency' ? !flow.startsWith('operator') : kind !== 'email' || hasEmail(flow)));

/** Only initiations have an e-mail address (2.1, 2.5). */
export const hasEmail = (flow: Flow): boolean => flow === 'hosted page' || flow.startsWith('operator');

/** The second currency of the settings, with each amount that the flow accepts in the first one. */
export const secondCurrencyForm = 'the second one';

/** The names of the forms that each flow accepts; a flow that was not tried accepts the usual ones. */
export type AcceptedForms = Readonly<Partial<Record<Flow, Readonly<Record<Kind, readonly string[]>>>>>;

/** Groups of forms, each with its values: who accepts the first value of a group has no reason to refuse the others. */
type Groups<Value> = readonly Readonly<Record<string, readonly Value[]>>[];

type Headers = Readonly<Record<string, string>>;
export interface Addresses {
  readonly success_url: string;
  readonly failure_url: string;
}

/** Languages that clients ask for. */
export const languages = ['fr-FR,fr;q=0.9', 'de', '*', 'ar', 'zh-Hans-CN,zh;q=0.9,en;q=0.5', 'pt-BR', 'en-US,en;q=0.9'];
const accepted = ['*/*', 'application/json', 'application/json, text/plain, */*', 'application/json;q=0.9, */*;q=0.8'];
/** What Java's own client accepts: frameworks may then answer a page, although the body format is JSON. */
const acceptsPages = 'text/html, image/gif, image/jpeg, */*; q=0.2';
/** Encodings that the client reads. */
const encodings = ['gzip', 'gzip, deflate, br', 'identity', 'gzip;q=1.0, deflate;q=0.6, identity;q=0.3'];
/** Clients of the trade. Each names the suite as well, so that the operator of the target can tell its requests. */
const agents = [
  'okhttp/4.12.0',
  'python-requests/2.32.3',
  'GuzzleHttp/7',
  'Java/21.0.4',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
];
const suiteName = 'payment-conformance';

const headerForms = (name: string, values: readonly string[], write = (value: string) => value): Groups<Headers> => [
  { [usualForm]: [{}] },
  ...values.map((value) => ({ [value]: [{ [name]: write(value) }] })),
];

/** Payments in a browser leave this one out: they are few, and each of their channels is to meet the other forms. */
export const longAddress = 'of 300 letters';

/** Addresses of e-mail that belong to nobody, since their domains are reserved. */
const emailForms: Groups<string> = [
  { 'in capital letters': ['ANNA.SMITH@EXAMPLE.COM', 'Anna.Smith@Example.com'] },
  { 'of a longer domain': ['anna@pay.shop-7.example', 'anna@shop.example'] },
  { 'of digits': ['0977.1234567@example.com', '0977123@example.org'] },
  { 'with an apostrophe': ["mary.o'neil@example.com"] },
  { 'with signs': ['anna_smith-7+orders@example.org'] },
  { 'of 64 letters': [`${'a'.repeat(64)}@example.com`] },
];

/** Every form of a run, by kind; of references only the names, since each is new. The usual form comes first. */
export const formsOf = (settings: Settings) => {
  const { currency, secondCurrency, customerEmail, merchantExample: origin } = settings;
  const addresses = (success: string, failure: string): readonly Addresses[] => [
    { success_url: origin + success, failure_url: origin + failure },
  ];
  const references = referenceGroups.map((group) => Object.keys(group).map((name) => [name, [name]] as const));
  const forms: { readonly [K in Kind]: Groups<K extends 'addresses' ? Addresses : unknown> } = {
    reference: [{ [usualForm]: [usualForm] }, ...references.map((group) => Object.fromEntries(group))],
    amount: amountForms(settings),
    addresses: [
      { [usualForm]: addresses('/paid', '/unpaid') },
      { 'hosts alone': addresses('', '') },
      { 'a host and a slash': addresses('/', '/unpaid/') },
      { 'a query alone': addresses('?end=paid', '/?end=unpaid') },
      { 'an empty query': addresses('/paid?', '/unpaid?') },
      { 'the same twice': addresses('/return', '/return') },
      { 'paths with a query': addresses('/orders/7?order=42&tag=a&tag=b', '/orders/7?order=42&note=') },
      { [longAddress]: addresses(`/orders?state=${'s'.repeat(280)}`, `/orders?state=${'t'.repeat(280)}`) },
      { 'escapes and a port': addresses(':8443/a%2Fb%20c?page=%C3%A9&plus=%2B', '/~me/%E6%B3%A8?list[]=1&to=a%26b') },
    ],
    currency: [
      { [usualForm]: [currency] },
      ...(secondCurrency === undefined ? [] : [{ [secondCurrencyForm]: [secondCurrency] }]),
    ],
    email: [{ [usualForm]: [customerEmail] }, ...emailForms],
    language: headerForms('Accept-Language', languages),
    accept: headerForms('Accept', [...accepted, acceptsPages]),
    encoding: headerForms('Accept-Encoding', encodings),
    agent: headerForms('User-Agent', agents, (one) => `${one} ${suiteName}`),
  };
  return forms;
};

/** Amounts in the subunit, none above MAX_AMOUNT. */
const amountForms = ({ amount, maxAmount, currency }: Settings): Groups<number> => {
  const unit = 10 ** decimalsOf(currency);
  const near = nearAmounts({ amount, maxAmount });
  // Main units as a float, times a hundred and cut: 19.99 becomes 1998.
  const inexact = near.filter((one) => Math.trunc((one / unit) * unit) !== one);
  const single: readonly (readonly [string, number])[] = [
    ['one main unit', unit],
    ['just below a thousand', 1000 * unit - 1],
    ['above a thousand', 1234 * unit + Math.ceil(unit / 2)],
    ['more than 31 bits hold', 2 ** 31 + 199],
    ['the largest allowed', maxAmount],
  ];
  const affordable = single.filter(([, one]) => one <= maxAmount && one !== amount);
  return [
    { [usualForm]: [amount] },
    { 'with any cents': near, ...(inexact.length > 0 && { 'inexact as a float': inexact }) },
    ...affordable.map(([name, one]) => ({ [name]: [one] })),
  ];
};

/** The amounts from the usual one to the last one of at most a thousand that ends in 99, which comes first. */
const nearAmounts = ({ amount, maxAmount }: Pick<Settings, 'amount' | 'maxAmount'>): number[] => {
  const most = Math.min(maxAmount, amount + 999);
  const last = Math.max(amount, most - ((most + 1) % 100));
  return Array.from({ length: last - amount + 1 }, (_, index) => last - index);
};

const callbackPaths = [
  (word: string) => word,
  (word: string) => `New-${word}`,
  (word: string) => `${word}?by=suite`,
  (word: string) => `${word}?with=query&and=more`,
];
const descriptions = [
  (word: string) => `${word} by the conformance suite`,
  (word: string) => `${word}: naïve café, two words; 100 %`,
  (word: string) => `Shop 7, ${word}`,
];

/**
 * An address and a description of a callback that contain a word, in ordinary forms: no service has a reason to refuse
 * one of them alone.
 *
 * @param turn which of their combinations
 */
export const callbackTexts = (word: string, turn: number): { url: string; description: string } => {
  const [path, description] = [callbackPaths[turn % callbackPaths.length], descriptions[turn % descriptions.length]];
  return { url: `https://merchant.example/hooks/${path?.(word)}`, description: description?.(word) ?? word };
};
