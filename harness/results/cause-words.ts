import { eachExchange, type Difference, type Evidence } from '../../helpers/evidence/check-result.ts';
import { operators } from '../../interface/messages/requests.ts';
import { capabilityOfOperator } from '../../interface/rules/capabilities.ts';
import type { RuleId } from '../../interface/rules/catalogue.ts';
import { endpointOf } from '../../interface/rules/subjects/endpoints.ts';
import type { Results, RuleCase, RuleResult } from './results-schema.ts';

// The words in which a cause is told: where it shows, what came, and which rule that breaks.

/** The paths of the interface, with the section of each. */
const sections: Readonly<Record<string, string>> = {
  '/v1/transactions': '4.1',
  '/v1/checkout': '4.2',
  '/v1/wallets/list': '4.3',
  '/v1/wallets/balance': '4.4',
  '/v1/wallet/balance': '4.4',
  '/v1/callback/fetch': '4.5',
  '/v1/callback/update': '4.6',
  '/v1/callback/delete': '4.7',
};

/** A longer sentence about what came is said without the values. */
const longest = 240;

/** Whether the evidence is a story: a line for each of its requests. */
const isStory = ({ sent }: Evidence): boolean => / → HTTP \w+(?:, \d+ times)?$/.test(sent.split('\n', 1)[0] ?? '');

/** An endpoint as the interface writes it: `GET /v1/callback/fetch/{callback_id} (4.5)`; undefined for other requests. */
const endpointOfLine = (line: string): string | undefined => {
  const [, method = '', path = ''] = /^([A-Z]+) \S*?(\/v1\/[a-z]+(?:\/[a-z]+)?)(?=[/?,\s]|$)/.exec(line) ?? [];
  if (!Object.hasOwn(sections, path)) return undefined;
  return `${method} ${path}${path.startsWith('/v1/callback') ? '/{callback_id}' : ''} (${sections[path]})`;
};

/** The endpoint of an exchange, or of the last one of a story. */
export const endpointIn = (evidence: Evidence): string | undefined => {
  const lines = isStory(evidence) ? evidence.sent.split('\n').toReversed() : [evidence.sent];
  return lines.map(endpointOfLine).find((one) => one !== undefined);
};

/** The endpoints with the statuses that came: `GET /v1/wallets/list (4.3) HTTP 200`. A story that was cut has its last ones. */
export const answersIn = (evidence: Evidence): string[] => {
  const lines = isStory(evidence)
    ? evidence.sent.split('\n')
    : [`${evidence.sent.split('\n', 1)[0]} → ${evidence.came}`];
  return lines.flatMap((line) => {
    const [endpoint, status] = [endpointOfLine(line), / → (HTTP \w+)/.exec(line)?.[1]];
    return endpoint && status ? `${endpoint} ${status}` : [];
  });
};

/** The evidence of a case if it is one exchange. */
export const exchangeOf = ({ evidence }: RuleCase): Evidence | undefined =>
  evidence && !isStory(evidence) ? evidence : undefined;

/**
 * Where a rule is broken: the endpoints of exchanges, the last one of a story, or the part of the service that it is about.
 *
 * @param endpoints of the exchanges that show the cause
 */
export const placeOf = (rule: string, shown: RuleCase | undefined, endpoints: readonly string[]): string => {
  const named = endpointOf(rule as RuleId);
  const own = endpointOfLine(named) ?? named;
  const last = shown?.evidence && endpointIn(shown.evidence);
  if (rule.startsWith('webhook.'))
    return last?.startsWith('GET ')
      ? `${last} after notifications (6)`
      : `Notifications (6)${last ? ` after ${last}` : ''}`;
  if (shown && exchangeOf(shown) && endpoints.length > 0) {
    const more = endpoints.length - 2;
    return endpoints.slice(0, 2).join(' and ') + (more > 0 ? `, and ${more} more` : '');
  }
  // A fetch shows what an update has done.
  if (!last) return own;
  const isOther = endpointOfLine(named) && last.split('(')[1] !== own.split('(')[1];
  return isOther ? `${last} after ${own}` : last;
};

/** The rule that a cause breaks; what is accepted by mistake is said as it is. */
export const ruleInWords = (sentence: string, difference: Difference | undefined): string => {
  if (difference && isAcceptance(difference)) {
    const accepted = sentence.replace(/\b(is|are) (?:refused|answered (?:HTTP )?40\d)\b.*$/, '$1 accepted');
    if (accepted !== sentence) return accepted;
  }
  return `broken: ${sentence}`;
};

/** What came and what was expected: `HTTP 200, expected HTTP 400`, `status is "failed", not "success"`. */
export const differenceInWords = (message: string | null, difference: Difference | undefined): string | undefined => {
  const { field = '', expected = '', received = '' } = difference ?? {};
  if (field === 'HTTP status') return `${received}, expected ${expected}`;
  // A question of a story, whose answer is yes or no.
  if (field && `${expected} ${received}` === 'true false') return `not so: ${field}`;
  if (field && `${expected} ${received}` === 'false true') return `it is so: ${field}`;
  const lines = (message ?? '').split('\n');
  const said = lines.find((line) => line.startsWith('  - '))?.slice(4) ?? comparisonIn(lines, field);
  const several = isField(field) && field.includes(', ') ? `${field} differ: ` : '';
  if (said !== undefined && said.length <= longest) return `${several}${said}`;
  // Of generated requests the name of a difference is the whole request.
  const name = field.length < 60 ? field : '';
  if (received === '' || received === 'some' || received === expected)
    return name ? `${name} is not as expected` : undefined;
  return `${name && `${name} is `}${withArticle(received)}${expected && `, expected ${expected}`}`;
};

/** What a check of a story compared: `events not told: payment.created, expected none`. */
const comparisonIn = (lines: readonly string[], subject: string): string | undefined => {
  const after = (label: string): string | undefined =>
    lines.find((line) => line.startsWith(label))?.slice(label.length);
  const [expected, received] = [after('Expected: '), after('Received: ')];
  if (expected === undefined || received === undefined) return undefined;
  // Generated requests name the rule that they met.
  const [, met] = (expected === 'none' && /^[a-z-]+\.[a-z-]+: ([^;]+)/.exec(received)) || [];
  if (met !== undefined) return met;
  const isAbout = subject !== '' && expected.startsWith(`${subject}: `);
  // What came is the whole answer.
  if (isField(subject) && !/^\s*(?:[-\d"]|true|false|null)/.test(received)) return undefined;
  const [due, came] = [isAbout ? expected.slice(subject.length + 2) : expected, received].map((text) =>
    text.length > longest / 3 ? `${text.slice(0, longest / 3)}…` : text.trim(),
  );
  return `${isAbout || isField(subject) ? `${subject}: ` : ''}${came}, expected ${due}`;
};

/** `number` as `a number`. */
const withArticle = (form: string): string =>
  form
    .replace(/^another$/, 'another one')
    .replace(/^(?=number$|string$|boolean$|list of)/, 'a ')
    .replace(/^(?=object|empty)/, 'an ');

/** The path of a field of an answer, or several: `wallets[#].balance`, `url, description`. */
export const isField = (field: string): boolean => /^[a-z][\w.[\]#]*(?:, [a-z][\w.[\]#]*)*$/.test(field);

/** Whether a request was accepted that should not be. */
const isAcceptance = ({ expected, received }: Difference): boolean =>
  expected.startsWith('HTTP 4') && received.startsWith('HTTP 2');

/** Requests are accepted, servers break and notifications arrive for many reasons. */
export const isTelling = (one: Difference): boolean => !isAcceptance(one) && !isCrash(one) && one.received !== 'some';
export const isCrash = ({ received }: Difference): boolean => received.startsWith('HTTP 5');

/** A rule with the cases that break it. */
interface JudgedCases {
  readonly rule: RuleResult;
  readonly cases: readonly RuleCase[];
}

/** Generated requests break whatever rule they meet. */
export const isGenerated = ({ rule }: Pick<JudgedCases, 'rule'>): boolean => rule.id.startsWith('generated.');

/** The cases of a rule's own where it has some: what exchanges of other tests show of it may be another cause. */
export const tellingOf = (cases: readonly RuleCase[]): readonly RuleCase[] => {
  const own = cases.filter((one) => one.case !== eachExchange);
  return own.length > 0 ? own : cases;
};

/** The cases that show it, where no more of a rule do: ` (2 of the 21 of checkout.reference: "of 120 letters", …)`. */
export const onlyIn = ({ rule, cases }: JudgedCases): string => {
  const own = cases.filter((one) => one.case !== eachExchange);
  const judged = rule.cases.filter((one) => ['pass', 'fail'].includes(one.verdict) && one.case !== eachExchange);
  if (own.length === 0 || 2 * own.length > judged.length) return '';
  const names = own.slice(0, 2).map((one) => `"${one.case}"`);
  const more = own.length > 2 ? ', …' : '';
  return ` (${own.length} of the ${judged.length} of ${rule.id}: ${names.join(', ')}${more})`;
};

/**
 * The currency of all requests that show a cause, where there are some and other requests of its rule were judged well.
 * Mobile money is nearly always paid in the first one.
 */
export const currencyIn = (all: readonly JudgedCases[]): string[] => {
  const named = all.filter((one) => !isGenerated(one));
  const sent = named.flatMap(({ cases }) => cases.flatMap((one) => exchangeOf(one)?.sent ?? []));
  const found = new Set(sent.map((text) => /\bcurrency"?[:=]"?([A-Z]{3})\b/.exec(text)?.[1]));
  const [currency] = found;
  const free = sent.filter((text) => !text.includes('mobile_money'));
  const isTelling = free.length >= 3 && found.size === 1 && all.some((one) => onlyIn(one) !== '');
  return currency !== undefined && isTelling ? [`always with currency ${currency}`] : [];
};

/** Where a cause shows, in the words of cases and titles: operators, and ways to start a payment. */
export const placesOf = ({ run }: Results, all: readonly JudgedCases[]): string[] => {
  // What is judged on each exchange, and generated requests, are of no particular place.
  const text = all
    .filter((one) => one === all[0] || !isGenerated(one))
    .flatMap(({ cases }) => cases.filter((one) => one.case !== eachExchange))
    .flatMap((one) => [one.case, one.title]);
  const seen = (name: string): boolean => text.some((one) => new RegExp(`\\b${name}\\b`).test(one));
  const present = operators.filter((one) => !run.notApplicable.includes(capabilityOfOperator(one)));
  const ofOperators = present.filter((one) => seen(`operator ${one}`));
  const channels = { redirect: 'hosted page', form: 'form', iframe: 'iframe' };
  const ofChannels = Object.entries(channels).flatMap(([id, name]) => {
    const isOf = all.some(
      ({ rule }) => rule.id.startsWith(`${id}.`) || (id === 'redirect' && rule.id.startsWith('page.')),
    );
    return isOf ? [name] : [];
  });
  return [
    ...(ofOperators.length === 0
      ? []
      : [ofOperators.length === 3 ? 'all operators' : `operator ${ofOperators.join(' and ')}`]),
    ...(ofChannels.length === 0 ? [] : [ofChannels.join(', ')]),
  ];
};

export const share = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  [...one].some((item) => other.has(item));
/** Whether all of some is in others; false for nothing. */
export const isWithin = <T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean =>
  some.size > 0 && [...some].every((item) => others.has(item));
