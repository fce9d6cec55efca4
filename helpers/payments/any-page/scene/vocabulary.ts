import { inEnglish } from './languages.ts';
import type { Control } from './scene.ts';

/** What a text field asks for. */
export type Subject =
  | 'amount'
  | 'phone'
  | 'email'
  | 'code'
  | 'card-number'
  | 'card-expiry'
  | 'card-code'
  | 'person'
  | 'other';

/** What a button or link does according to its label. */
export type Meaning =
  | 'fail'
  | 'cancel'
  | 'succeed'
  | 'pay'
  | 'forward'
  | 'leave'
  | 'method'
  | 'amount'
  | 'tools'
  | 'neutral'
  | 'unknown';

/** The outcome of a payment. */
export type Outcome = 'succeed' | 'fail' | 'cancel';

/** Lower-case English words of a label or an attribute: `mobileMoney_number` reads `mobile money number`. */
export const wordsOf = (text: string): string =>
  inEnglish(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[_\-.:/[\]]+/g, ' ')
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const subjects: readonly [Subject, RegExp][] = [
  ['other', /\b(coupon|promo\w*|voucher|discount|gift|referral|search|zip|postal|post ?code|note|comment)\b/],
  ['email', /\be ?mail\b/],
  ['card-expiry', /\b(expiry|expiration|exp date|valid (until|thru)|mm ?yy)\b/],
  ['card-code', /\b(cvc|cvv|csc|card (security )?code|security code|code (de|da|of|ya) security)\b/],
  ['card-number', /\bcard ?(no|num|number)\b|\bnumber (of|de|do|da|ya)( (the|your|la|votre|tu|su|seu))? card\b/],
  [
    'code',
    /\b(otp|one time|pin|pass ?code|password|verification|confirmation code|auth(entication)? code|sms|token|code)\b/,
  ],
  ['amount', /\b(amount|sum|total|how much|price|value to pay)\b/],
  ['phone', /\b(phone|mobile|msisdn|telephone|tel|cell|momo|wallet number|subscriber|number)\b/],
  ['person', /\b(full|first|last|given|family|sur|your|customer|payer|holder|card ?holder) ?name\b|\bname\b/],
];

/** Values of `autocomplete`, which do not depend on the language. */
const declared: readonly [Subject, RegExp][] = [
  ['card-number', /\bcc number\b/],
  ['card-expiry', /\bcc exp\b(?! (month|year))/],
  ['card-code', /\bcc csc\b/],
  ['person', /\bcc name\b/],
];

/**
 * What a field asks for, according to its `autocomplete`, name, type, other attributes and nearby text, in this order.
 */
export const subjectOf = (field: Control): Subject => {
  const meant = match(declared, wordsOf(field.hints));
  if (meant) return meant;
  const named = match(subjects, wordsOf(field.name));
  if (named) return named;
  if (field.type === 'email') return 'email';
  const hinted = match(subjects, wordsOf(field.hints));
  if (hinted) return hinted;
  // An example instead of a name: "e.g. 097 000 0000", or "1234 1234 1234 1234".
  const example = /\d[\dx -]{7,}/i.exec(field.name)?.[0].replace(/[^\dx]/gi, '');
  if (example) return example.length < 15 ? 'phone' : 'card-number';
  if (field.type === 'tel') return 'phone';
  if (field.type === 'password' || field.maxLength === 1) return 'code';
  return field.type === 'number' ? 'amount' : 'other';
};

/** Whether a field is marked as optional or not needed for a payment. */
export const isOptional = ({ name, hints, required }: Control): boolean =>
  !required &&
  /\b(optional|coupon|promo\w*|voucher|discount|gift|referral|search|note|comment)\b/.test(wordsOf(`${name} ${hints}`));

const fail =
  /\b(declin\w*|fail\w*|reject\w*|refus\w*|den(y|ied)|unsuccessful\w*|not (successful|approved?|authori[sz]ed?|authenticated|accepted|completed?|paid)|(not|n't) go through|(wrong|incorrect|invalid) (pin|code|password)|(pin|code|password) (is )?(wrong|incorrect|invalid)|insufficient|not enough|low balance|negative|error|unpaid|n?ko|not ok)\b/;
const cancel =
  /\b(cancel\w*|abort\w*|abandon|exit|leave|quit|discard|terminate|without paying|hangs? up|walks? away|(don't|do not) (want to )?pay|changed my mind|no,? thanks|never ?mind)\b/;
const succeed =
  /\b(succe\w*|approv\w*|authori[sz]e\w*|accept\w*|paid|authenticated|goes through|(right|correct) (pin|code|password)|(pin|code|password) (is )?(right|correct)|positive)\b/;

const meanings: readonly [Meaning, RegExp][] = [
  [
    'forward',
    /^(choose|select|pick|decide|see|show|view)\b(?!.*\b(other|another|different|accepted|supported)\b).*\b(how (to|you|i)\b.*\bpay|ways to pay|payment (methods?|options?))\b/,
  ],
  ['neutral', /\bhow (to|do|does|can|it)\b/],
  ['fail', fail],
  ['fail', /^(don't|do not) (allow|approve|accept|authori[sz]e|confirm)\b/],
  ['neutral', /^(no\b(?!,? (thanks|cancel))|don't cancel|do not cancel|keep |stay)/],
  // Must precede `leave`: "Cancel and return to the shop" cancels a payment that is not over.
  ['cancel', /\b(cancel|abort|abandon)\b/],
  ['leave', /\b(return|back|continue|go|proceed|take me)\b.*\b(merchant|shop|store|site|website|seller)\b/],
  [
    'leave',
    /\b(return|back) to (?!(the |your |all )?(payment|checkout|previous|method|option|list|start|form|step|top|cart|basket|home|login|sign|edit|detail|menu|page)s?\b)\w/,
  ],
  ['cancel', cancel],
  ['cancel', /\b(close|stop|end|void) (the |this |my )?(check ?out|payment|transaction|order)\b|^(stop|void)$/],
  ['neutral', /\b(restart|reset|start over|clear)\b/],
  [
    'neutral',
    /\b((pay|buy|donate|order) (again|once more)|another|other|different|instead|change|edit|apply|resend|terms|privacy|polic(y|ies)|help|support)\b/,
  ],
  ['neutral', /\bsend\b.*\b(receipt|copy|invoice)\b/],
  ['neutral', /^(go )?back\b|\b(previous|try again|retry)\b/],
  ['succeed', succeed],
  // A separate button may open the controls that decide the outcome of a test.
  [
    'tools',
    /^(open |show |use )?(the )?((developers?|dev|debug|test(ing)?|sandbox|simulat(e|or|ion)) )+((a|the|payment|customer|operator) )*(mode|tools?|panel|options|controls|console|menu|drawer|response|result|outcome|answer|reply)\W*$/,
  ],
  ['succeed', /^allow$|^(simulate|return|answer|result|status) ok$/],
  [
    'pay',
    /\b(pays?|settle|purchase|buy|donate|check ?out|completes?|confirms?|finish|finali[sz]e|charge|place order|(make|send|submit|request|simulate) (a |the )?(payment|money|order|transaction))\b/,
  ],
  [
    'forward',
    /^(ok(ay)?|yes|go|enter|use|select|choose)\b|\b(continue|next|proceed|start|begin|submit|send|verify|validate|done|review|agree|understand|got it)\b/,
  ],
  [
    'neutral',
    /\b(contact|faq|about|learn|language|copy|print|download|show|hide|coupon|promo|voucher|sign ?(in|up)|log ?in|register|view|details|skip|menu|home|retry|try again|refresh|reload|back|previous|close|dismiss|receipt|what|how|why)\b/,
  ],
];

const money = /^(?:\W|[a-z]{1,3}\b)*\d(?:[., ]*\d)*(?:\W|\b[a-z]{1,3})*$/;
const methodWords = /\b(mobile money|mobile wallet|momo|mobile|card|bank|transfer|wallet|ussd|operator|network)\b/;

/** What pressing a button or link does. */
export const meaningOf = (pushable: Control, operatorCodes: readonly string[]): Meaning => {
  const words = wordsOf(pushable.name);
  const known = match(meanings, words);
  if (!known || known === 'forward' || known === 'pay') {
    const outcome = outcomeOf(pushable.row);
    if (outcome) return outcome;
  }
  if (known && !(known === 'tools' && pushable.kind === 'link')) return known;
  if (pushable.kind === 'link' && pushable.name === '') return 'neutral';
  // "+1.00" adds a tip instead of setting the amount.
  if (money.test(words) && !/^\d$|^\+/.test(words)) return 'amount';
  if (isOperator(pushable.name, operatorCodes) || (pushable.name.length < 40 && methodWords.test(words)))
    return 'method';
  // Most links are unrelated to the payment; those to pay with are recognized above.
  return pushable.kind === 'link' ? 'neutral' : 'unknown';
};

/** "Paid", for words that mean something else within a sentence. The answer may be followed by its value. */
const paidAlone = /^(pag[oa]|payée?)( (\1|\d+))*$/iu;

/** The outcome of a payment if this answer is chosen. */
export const outcomeOf = (answer: string): Outcome | undefined => {
  const words = wordsOf(answer);
  if (fail.test(words)) return 'fail';
  if (cancel.test(words)) return 'cancel';
  const isPaid = paidAlone.test(answer.trim());
  return isPaid || succeed.test(words) || /\b(complete[ds]?|confirm(ed|s)?|ok)\b/.test(words) ? 'succeed' : undefined;
};

/** Whether an answer names one of the operators of the settings. */
export const isOperator = (answer: string, operatorCodes: readonly string[]): boolean =>
  operatorCodes.some((code) => squeezed(code) !== '' && squeezed(answer).includes(squeezed(code)));

/** Whether a refusal is explicitly a failure, not the customer's own decision. */
export const saysFailure = (label: string): boolean =>
  /\b(fail\w*|unsuccessful\w*|insufficient|error)\b/.test(wordsOf(label));

export const isMobileMoney = (answer: string): boolean => /\b(mobile|momo)\b/.test(wordsOf(answer));
export const isMethod = (answer: string): boolean => methodWords.test(wordsOf(answer));
export const isMoney = (answer: string): boolean => money.test(wordsOf(answer));
export const isPlaceholder = ({ value, text }: { value: string; text: string }): boolean =>
  value === '' || /^(please )?(select|choose|pick)\b|^[-–—.…\s]*$/i.test(inEnglish(text));

/**
 * Whether a page says that the payment is over, and not that the browser is about to be redirected or that something
 * has to be completed.
 */
export const saysOver = (text: string): boolean =>
  /\b(succe\w+|thank you|receipt|completed|(is|payment|purchase|transaction|order|checkout) complete|paid|fail\w*|declined|unsuccessful|cancel?led)\b/i.test(
    text,
  ) && !saysWait(text);

export const saysWait = (text: string): boolean =>
  /\b(please wait|one moment|just a moment|redirect\w*|in progress|processing|loading|preparing|do not close|being (sent|taken|processed))\b/i.test(
    text,
  );

/** Whether the classes of a button show that it is busy. */
export const saysBusy = (look: string): boolean =>
  /load|busy|progress|spin|wait|process|pending|submitting|disable/i.test(look);

/** Whether the customer pays without a press, by scanning or dialling a code. */
export const saysCode = (text: string): boolean =>
  /\*\d[\d*]+#|\b(scan (the|this|to)|qr ?codes?|ussd|dial)\b/i.test(text);

/** Whether a page refuses something. */
export const saysRefusal = (text: string): boolean =>
  /\b(invalid|error|unauthori[sz]ed|not found|missing|denied|expired|wrong|incorrect|problem|please check|cannot|could not|refused|unknown)\b/i.test(
    text,
  );

/** Whether a page may have refused a value; its ordinary text may contain the same words. */
export const saysError = (text: string): boolean =>
  saysRefusal(text) || /\b(required|must|minimum|at least)\b/i.test(text);

const match = <T>(table: readonly (readonly [T, RegExp])[], words: string): T | undefined =>
  table.find(([, pattern]) => pattern.test(words))?.[0];

const squeezed = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
