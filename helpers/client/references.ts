import { randomInt, randomUUID } from 'node:crypto';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { Body } from '../../interface/messages/requests.ts';
import { appendToRun, runMark } from '../run/run-log.ts';
import { passesCardCheck } from '../settings/safety/payment-limits.ts';

/**
 * A reference of 22 characters that no other test or run uses. It is short, since the interface guarantees no length,
 * and has mixed case, to reveal case changes. It begins with the mark of the run, so that the operator of the target
 * can tell whose payment it is.
 */
export const newReference = (): string => {
  const digits = randomUUID().replaceAll('-', '').slice(0, 16);
  const mark = runMark() ?? '';
  return `Ref-${mark}${digits.slice(mark.length)}-X`;
};

/**
 * Digits alone, as many as asked for. They are no card number, since they fail its check, and one of sixteen places or
 * more is not a number that a double can hold.
 */
const digitsOf = (places: number): string => {
  const own = Array.from({ length: places - 3 }, () => randomInt(10)).join('');
  const candidates = [1, 3, 5, 7, 9].map((last) => `97${own}${last}`);
  return candidates.find((one) => !passesCardCheck(one)) ?? '';
};

/** Always with a letter first: a service that asks for one refuses all references of a form, or none. */
const uuid = (): string => `e${randomUUID().slice(1)}`;

/** A letter and its accent, which Unicode also writes as one character. */
const accented = 'e\u0301';
/** A family and a heart: emojis of several characters, some of which show nothing by themselves. */
const joined = '\u{1f468}\u200d\u{1f467} \u2764\ufe0f';
/** What templates, formats and typography replace, with a space at which no line may break. */
const replaced = `%s *b* x...\u00a0<7`;
/** What addresses, lists and mathematics are written with, and letters that some scripts or alphabets lack. */
const further = '@a=b? [c] {d} ~ ! ^ 1; > ß İ € ٣ ° “e” – a//b.';

/**
 * References in unusual forms, in groups: who accepts the first of a group has no reason to refuse the others. None would
 * be blocked by a firewall, and none begins or ends with a space.
 */
export const referenceGroups: readonly Readonly<Record<string, () => string>>[] = [
  {
    'with signs of every kind': () =>
      String.raw`${newReference()}  a+b_c (1/2), no. #3 & co: $$5 é Заказ 注文 طلب 🛒 50%25 %41 C:\new "17" № ﬁ ${accented} ${joined} ${replaced} ${further}`,
    'with a plus, an underscore and two spaces': () => `${newReference()} a+b_c  d`,
    'with spaces': () => `Order 17 of ${newReference()}`,
    'with signs': () => `${newReference()} (1/2), no. #3 & co: $$5 é ${replaced}`,
    'in other scripts': () => `${newReference()} Заказ 注文 طلب`,
    'with an emoji': () => `${newReference()} 🛒 ${joined}`,
    'with percent escapes': () => `${newReference()} 50%25 %41`,
    'with a backslash and quotes': () => String.raw`${newReference()} C:\new "17" ${further}`,
    'with letters that Unicode also writes as others': () => `${newReference()} № ﬁ`,
    'with an accent of its own': () => `${newReference()} ${accented}`,
  },
  {
    'of 250 letters': () => newReference().padEnd(250, 'y'),
    'of 120 letters': () => newReference().padEnd(120, 'x'),
    'of 64 letters': () => newReference().padEnd(64, 'Z'),
    'of 36 characters': () => uuid(),
  },
  { 'of 20 digits': () => digitsOf(20), 'of 16 digits': () => digitsOf(16), 'of 12 digits': () => digitsOf(12) },
  { 'of digits after zeros': () => `000${digitsOf(13)}` },
  { 'of capital letters': () => uuid().toUpperCase() },
  // A number and a day to whoever reads them as such.
  { 'like a number': () => `${digitsOf(12)}e5` },
  { 'like a day': () => `2024-02-29-${digitsOf(9)}` },
  // Its hour and its zeros are what is lost where it is read as a moment or a decimal.
  {
    'like a moment': () => `2024-02-29T${String(randomInt(10, 24))}:05:09.${digitsOf(8)}0+02:00`,
    'like a decimal': () => `${digitsOf(12)}.50`,
  },
];

/** References that cannot be unused: a service may have seen them before, and refuse them for that. */
export const usedReferences: Readonly<Record<string, () => string>> = {
  'the digit zero': () => '0',
  'the word true': () => 'true',
  'the word null': () => 'null',
};

/** Forms of a reference that a payment system may refuse, and what makes one. */
export const unusualReferences: Readonly<Record<string, () => string>> = Object.assign(
  {},
  usedReferences,
  ...referenceGroups,
) as Record<string, () => string>;

/** The form of a value that no service has a reason to refuse. */
export const usualForm = 'usual';

/** The forms of the references that this process made, and those of them that may be replaced. */
const forms = new Map<unknown, string>();
const replaceable = new Set<unknown>();

/** A new reference of a form of `unusualReferences`, or of the usual one. */
export const referenceOf = (form: string): string => {
  const reference = (unusualReferences[form] ?? newReference)();
  forms.set(reference, form);
  return reference;
};

/**
 * A reference that is replaced when the answer to an initiation got lost and it is made again. A test that judges the
 * reference therefore reads it with `sentReference`.
 *
 * @param form of `unusualReferences`, or the usual one
 */
export const replaceableReference = (form = usualForm): string => {
  const reference = referenceOf(form);
  replaceable.add(reference);
  return reference;
};

/** The form of a reference that this process made; undefined for any other. */
export const formOfReference = (reference: unknown): string | undefined => forms.get(reference);

/** The reference in the JSON body of the request that a reply answers; empty without one. */
export const sentReference = ({ request }: Reply): string =>
  String(JSON.parse(request.body ?? '{}').transaction_reference ?? '');

/** The body as that of a new payment; undefined if its reference must not be changed. */
export const withNewReference = (body: Body): Body | undefined => {
  const reference = body['transaction_reference'];
  // What is no text is to be refused, so it cannot have been used.
  if (typeof reference !== 'string') return body;
  if (!replaceable.has(reference)) return undefined;
  return { ...body, transaction_reference: replaceableReference(forms.get(reference)) };
};

const noted = new Set<string>();

/** Notes for the reports which other runs a text of the target mentions, by the mark of their references. */
export const noteOtherRuns = (text: string): void => {
  for (const [, mark = ''] of text.matchAll(/\bRef-([\da-f]{6})[\da-f]{6,40}-X/g)) {
    if (mark === runMark() || noted.has(mark) || noted.size >= 10) continue;
    noted.add(mark);
    appendToRun('other-run', { mark });
  }
};
