import type { Customer } from '../checkout-page.ts';
import { asksOutcome } from './choices.ts';
import { isUsable } from './fields.ts';
import { isPayable, strayPresets, strayPromise, tooMuch } from './limits.ts';
import type { Intention, Memory, Move } from './memory.ts';
import type { Control, Scene } from './scene/scene.ts';
import { endExplained } from './scene/test-values.ts';
import {
  isMethod,
  isMobileMoney,
  isOperator,
  meaningOf,
  saysError,
  saysFailure,
  saysWait,
  subjectOf,
  wordsOf,
  type Meaning,
} from './scene/vocabulary.ts';

/** The maximum number of presses that are refused each time. */
const maxRefusedPresses = 3;
/** The maximum number of presses that lead to a document that looks the same. */
const maxSimilarPresses = 5;

interface Pushable {
  control: Control;
  meaning: Meaning;
  key: string;
  /** Identifies the same press on another document that looks the same. */
  again: string;
}

/** The next button or link to press, after fields are filled in and questions answered. */
export const nextPress = (scene: Scene, intention: Intention, customer: Customer, memory: Memory): Move | undefined => {
  const pushables = pushablesOf(scene, customer);
  // A page that repeats itself with an error will not accept the same press later.
  const refuses = scene.status >= 400 || saysError(scene.text);
  const most = refuses ? maxRefusedPresses : maxSimilarPresses;
  const open = pushables.filter(({ key, again }) => memory.times(key) === 0 && memory.times(again) < most);
  const notice = noticeToClose(scene, memory);
  if (notice) return notice;
  const isTooMuch = ({ control, meaning }: Pushable) => meaning === 'amount' && !isPayable(control.name, customer);
  const over = pushables.find(isTooMuch);
  if (over) memory.withheld ??= tooMuch(over.control.name, over.control.name, customer);
  const cross = intention === 'cancel' ? crossToPress(pushables, memory) : undefined;
  if (cross) return { act: 'press', control: cross.control, key: cross.key, again: cross.again };
  for (const meaning of orderFor(intention, scene, memory, pushables)) {
    const candidates = open.filter(
      (one) => one.meaning === meaning && !isTooMuch(one) && isWorthPressing(one, pushables, scene, memory),
    );
    const [best] = candidates
      .filter((one) => intention !== 'cancel' || mayCancel(one, scene, memory))
      .sort((one, other) => rank(other, customer) - rank(one, customer))
      // A second press of the button that opened a question would close it again.
      .sort((one, other) => (intention === 'cancel' ? pressedBefore(one, memory) - pressedBefore(other, memory) : 0));
    if (best) {
      const { control, key, again } = best;
      const doubtful = intention === 'decline' && meaning === 'fail' && !saysFailure(`${control.name} ${control.row}`);
      const guess = doubtful ? `that "${control.name}" makes a payment fail, and does not cancel it` : undefined;
      const leads = meaning !== 'amount' && meaning !== 'method';
      const passesOver = leads && pushables.some((one) => one.meaning === 'unknown' && one !== best);
      const hastens = memory.decided && /^(leave|forward)$/.test(meaning);
      const means = meansOf(best, intention, scene);
      const tries = meaning === 'method';
      return { act: 'press', control, key, again, guess, leads, hastens, passesOver, means, tries };
    }
  }
  return wayBack(scene, pushables, memory);
};

/** The cross that closes a payment page without another way to cancel; a question usually follows. */
const crossToPress = (pushables: readonly Pushable[], memory: Memory): Pushable | undefined =>
  memory.decided || pushables.some(({ meaning }) => /^(cancel|leave)$/.test(meaning))
    ? undefined
    : pushables.find(({ control, key }) => /^(close|[×x✕✖])$/.test(wordsOf(control.name)) && memory.times(key) === 0);

/** The way back from a payment method that leads nowhere, to choose another one. */
const wayBack = (scene: Scene, pushables: readonly Pushable[], memory: Memory): Move | undefined => {
  const asks = scene.controls.some((one) => /^(text|select|radio)$/.test(one.kind) && isUsable(one));
  const mayGoOn = asks || saysWait(scene.text) || /\b(waiting|prompt|approve|phone)\b/i.test(scene.text);
  const isLost = memory.methodsTried > memory.retreatedAfter && !memory.decided && !mayGoOn;
  if (!isLost || pushables.some(({ meaning }) => !/^(neutral|cancel|leave)$/.test(meaning))) return undefined;
  const back = pushables.find(({ control }) =>
    /^((go )?back|[‹←<]|(choose|select|use|try) (another|a different|other) .*\bmethods?)$/.test(wordsOf(control.name)),
  );
  const key = `back ${memory.methodsTried}`;
  return back && memory.times(key) === 0 ? { act: 'press', control: back.control, key, retreats: true } : undefined;
};

const pressedBefore = ({ control }: Pushable, memory: Memory): number => Number(memory.hasPressed(control));

/** Whether a press may confirm a cancellation: buttons that were beside the one that cancels continue the payment. */
const mayCancel = ({ control, meaning }: Pushable, scene: Scene, memory: Memory): boolean =>
  !memory.decided ||
  asksOutcome(scene) ||
  !/^(pay|forward|unknown)$/.test(meaning) ||
  (!memory.wasPassedBy(control) && !/\bpay(s|ments?)?\b/.test(wordsOf(control.name)));

/** Describes amounts or numbers that a press would send and that must not be used for a payment. */
export const strayPress = (control: Control, customer: Customer): string[] => [
  ...strayPresets(control.carries, customer),
  ...[strayPromise(control, customer)].filter((one) => one !== undefined),
];

/** The tab for mobile money if another method is open, since the settings contain a phone number and no card. */
export const nextTab = (scene: Scene, customer: Customer, memory: Memory): Move | undefined => {
  const methods = pushablesOf(scene, customer).filter(({ meaning }) => meaning === 'method');
  const open = methods.find(({ control }) => control.checked);
  const mobile = methods.find(({ control }) => isMobileMoney(control.name));
  if (!open || !mobile || isMobileMoney(open.control.name) || memory.times(mobile.key) > 0) return undefined;
  return { act: 'press', control: mobile.control, key: mobile.key };
};

/** Whether there is a payment button, enabled or not. */
export const offersPaying = (scene: Scene, { operatorCodes }: Pick<Customer, 'operatorCodes'>): boolean =>
  scene.controls.some((one) => isPushable(one) && !one.notice && /^(pay|succeed)$/.test(meaningOf(one, operatorCodes)));

/** Whether there are payment buttons and all are disabled. */
export const payingIsHeldBack = ({ controls }: Scene): boolean => {
  const paying = controls.filter((one) => isPushable(one) && !one.notice && /^(pay|succeed)$/.test(meaningOf(one, [])));
  return paying.length > 0 && paying.every(({ disabled }) => disabled);
};

/** Whether there is a button or link to retry. */
export const offersRetry = ({ controls }: Scene): boolean =>
  controls.some(
    (one) => isPushable(one) && isUsable(one) && /\b(try again|retry|try once more)\b/.test(wordsOf(one.name)),
  );

/** Whether any button or link, enabled or not, may lead on; a page with fields only cannot be sent. */
export const leadsOn = (scene: Scene, customer: Pick<Customer, 'operatorCodes'>): boolean =>
  scene.controls.some(
    (one) =>
      isPushable(one) &&
      !one.notice &&
      (isWayOn(one) || !/^(cancel|leave|neutral)$/.test(meaningOf(one, customer.operatorCodes))),
  ) || pushablesOf(scene, customer).some(({ meaning }) => meaning === 'method');

/** Whether there are buttons or links for several ways to pay, ready or not. */
export const offersMethods = (scene: Scene, customer: Pick<Customer, 'operatorCodes'>): boolean => {
  const isNamed = (one: Control) => meaningOf(one, customer.operatorCodes) === 'method';
  const ready = pushablesOf(scene, customer).filter(({ meaning }) => meaning === 'method');
  const least = asksForMethod.test(scene.text) ? 1 : 2;
  return ready.length >= least || scene.controls.filter(isNamed).length > 1;
};

/** Buttons and links whose labels are not understood. */
export const unknownPushables = (scene: Scene, customer: Customer): Control[] =>
  pushablesOf(scene, customer)
    .filter(({ meaning }) => meaning === 'unknown')
    .map(({ control }) => control);

/** Whether the page has a control that makes the payment fail, but none that makes it succeed. */
export const asksOnlyToFail = (scene: Scene, customer: Customer): boolean => {
  const meanings = new Set(pushablesOf(scene, customer).map(({ meaning }) => meaning));
  return meanings.has('fail') && !meanings.has('succeed') && !meanings.has('pay');
};

const isPushable = ({ kind, opens }: Control): boolean => (kind === 'button' && !opens) || kind === 'link';

const pushablesOf = (scene: Scene, { operatorCodes }: Pick<Customer, 'operatorCodes'>): Pushable[] => {
  const usable = scene.controls.filter(isUsable);
  const around = new Map(
    [...new Set(usable.map((one) => one.document))].map((one) => [one, surroundings(one, usable)]),
  );
  const pushable = usable.filter(isPushable);
  const meanings = pushable.map((one) => {
    const meaning = isRefusal(one, scene) ? 'fail' : meaningOf(one, operatorCodes);
    if (meaning === 'pay' && opensMethod(one)) return 'method';
    return meaning === 'unknown' ? (endExplained(scene.text, one.name) ?? meaning) : meaning;
  });
  // If the page asks for a method and nothing else answers that, its unknown buttons or links are operators.
  const leads = meanings.some((one) => /^(pay|succeed|fail|forward|method)$/.test(one));
  if (!leads && asksForMethod.test(scene.text)) {
    const buttons = [...meanings.entries()].filter(([, one]) => one === 'unknown').map(([index]) => index);
    const links = [...pushable.entries()].filter(([, one]) => isBrandLink(one)).map(([index]) => index);
    const brands = [buttons, links].find((each) => each.length > 1) ?? [];
    for (const index of brands) meanings[index] = 'method';
  }
  const isOnlyWay = !meanings.some((one) => /^(pay|succeed|forward|tools|unknown|method)$/.test(one));
  return pushable.map((control, index) => {
    const meaning = (isOnlyWay && isWayOn(control) && 'forward') || (meanings[index] ?? 'unknown');
    const what = `${control.name} ${control.row} ${meaning === 'method' ? '' : around.get(control.document)}`;
    return { control, meaning, key: `press ${control.document} ${what}`, again: `press again ${what}` };
  });
};

const asksForMethod =
  /\b(choose|select|pick|which)\b[^.!?\n]{0,40}\b(operator|network|provider|wallet|bank|payment method|method (de|of|ya) payment|way to pay)s?\b/i;

/** A link whose label says nothing, such as the brand of a wallet. */
const isBrandLink = (one: Control): boolean =>
  one.kind === 'link' && one.name !== '' && meaningOf({ ...one, kind: 'button' }, []) === 'unknown';

/** The heading of a section of an accordion, such as "Pay with card", which pays nothing itself. */
const opensMethod = (one: Control): boolean => (one.unfolds || one.checked) && !one.submits && isMethod(one.name);

/** A plain "No" to the question whether to approve, but not whether to cancel. */
const isRefusal = ({ name }: Control, { text }: Scene): boolean =>
  wordsOf(name) === 'no' &&
  /\b(approve|authori[sz]e|accept|allow)\b[^?]{0,200}\?/i.test(text) &&
  !/\b(cancel|sure|really)\b[^?]{0,200}\?/i.test(text);

/** Labels that lead on only if no other control does, such as "Log in" of a wallet or "Apply" of a simulator. */
const isWayOn = ({ name, submits }: Control): boolean =>
  submits && /\b((log|sign) ?in|apply|save|set|update)\b/.test(wordsOf(name));

/** The other controls of a document, which distinguish equal buttons in different steps of a wizard. */
const surroundings = (document: string, usable: readonly Control[]): string => {
  const beside = usable.filter((one) => one.document === document);
  return JSON.stringify(
    beside.map((one) => (isPushable(one) ? one.name : [one.name, one.hints, one.value, one.checked])),
  );
};

/** The meanings to press, in order of preference. */
const orderFor = (intention: Intention, scene: Scene, memory: Memory, pushables: readonly Pushable[]): Meaning[] => {
  const afterwards: Meaning[] = memory.decided ? ['leave'] : [];
  // The page of a failed payment may offer to retry or to cancel.
  if (memory.steered && intention === 'decline' && memory.decided && offersRetry(scene)) afterwards.push('cancel');
  switch (intention) {
    case 'look':
      return ['forward'];
    case 'pay': {
      const simulates = pushables.some(({ meaning }) => meaning === 'fail');
      const confirm: Meaning[] = simulates ? ['succeed', 'pay'] : ['pay', 'succeed'];
      return ['amount', 'method', ...confirm, 'forward', 'tools', 'unknown', ...afterwards];
    }
    case 'decline':
      // Where the page asks for the outcome, it was already answered, so a refusing button means something else.
      return asksOutcome(scene)
        ? ['amount', 'method', 'pay', 'forward', 'tools', 'unknown', 'succeed', ...afterwards]
        : [
            ...(['fail', 'amount', 'method', 'tools', 'pay', 'forward', 'unknown'] as const),
            ...(isAskedAnew(pushables, memory) ? [] : (['succeed'] as const)),
            ...afterwards,
          ];
    case 'cancel':
      return cancelOrder(scene, memory, pushables);
  }
};

/** Whether another document repeats a question that was answered with a failure; any other button would revoke that. */
const isAskedAnew = (pushables: readonly Pushable[], memory: Memory): boolean =>
  pushables.some(({ meaning, key, again }) => meaning === 'fail' && memory.times(again) > memory.times(key));

const cancelOrder = (scene: Scene, memory: Memory, pushables: readonly Pushable[]): Meaning[] => {
  const mayPay = memory.steered && asksOutcome(scene);
  if (mayPay) return ['cancel', 'pay', 'forward', 'unknown'];
  const asksWhether =
    memory.decided && /\bcancel/i.test(scene.text) && /\b(sure|confirm|really|want to)\b/i.test(scene.text);
  if (asksWhether) return ['cancel', 'forward', 'pay', 'leave'];
  if (memory.decided) return ['cancel', 'leave', 'forward'];
  const isLastStep = pushables.some(({ meaning }) => meaning === 'pay' || meaning === 'succeed');
  return isLastStep ? ['cancel', 'leave'] : ['cancel', 'leave', 'method', 'forward'];
};

const isWorthPressing = (one: Pushable, all: readonly Pushable[], scene: Scene, memory: Memory): boolean => {
  const alike = all.filter(({ meaning }) => meaning === one.meaning);
  if (one.meaning === 'amount') {
    const typed = scene.controls.some(
      ({ kind, name, hints }) => kind === 'text' && /\bamount\b/.test(wordsOf(`${name} ${hints}`)),
    );
    return !memory.amountSet && alike.length > 1 && (!typed || memory.ownAmount);
  }
  // One of several payment methods suffices, unless it led nowhere; it may not show that it is selected.
  if (one.meaning === 'method')
    return (
      (memory.retreatedAfter > 0 && memory.methodsTried === memory.retreatedAfter) ||
      !alike.some(({ control, key }) => control.checked || memory.times(key) > 0)
    );
  if (one.meaning === 'unknown') return (one.control.submits || memory.steered) && alike.length === 1;
  return !one.control.checked;
};

const rank = ({ control }: Pushable, { operatorCodes }: Customer): number =>
  (saysFailure(control.name) ? 16 : 0) +
  (isOperator(control.name, operatorCodes) ? 8 : 0) +
  (isMobileMoney(control.name) ? 4 : 0) +
  (control.kind === 'button' ? 2 : 0) +
  (control.submits ? 1 : 0);

const meansOf = ({ meaning }: Pushable, intention: Intention, scene: Scene): Move['means'] => {
  if (meaning === 'amount') return 'amount';
  // Entering a code may complete the payment, whatever the button says.
  const givesCode =
    meaning === 'forward' && scene.controls.some((one) => one.kind === 'text' && subjectOf(one) === 'code');
  if (givesCode && /^(pay|decline)$/.test(intention)) return 'decision';
  if (intention === 'decline' && meaning === 'fail') return 'outcome';
  if (intention === 'cancel' && (meaning === 'cancel' || meaning === 'leave')) return 'outcome';
  if (meaning === 'tools') return asksOutcome(scene) ? 'decision' : undefined;
  return meaning === 'pay' || meaning === 'succeed' || meaning === 'unknown' ? 'decision' : undefined;
};

/** Closes a notice that covers the page or may do so, with whichever button it offers. */
const noticeToClose = (scene: Scene, memory: Memory): Move | undefined => {
  const closing =
    /\b(accept|agree|got it|ok(ay)?|allow|understand|close|dismiss|reject|decline|necessary|no,? thanks)\b|^[×x✕✖]$/;
  const control = scene.controls.find(
    (one) =>
      one.notice &&
      !one.disabled &&
      !one.covered &&
      isPushable(one) &&
      closing.test(wordsOf(one.name)) &&
      memory.times(noticeKey(one)) === 0,
  );
  return control && { act: 'press', control, key: noticeKey(control) };
};

const noticeKey = ({ document, name }: Control): string => `notice ${document} ${name}`;
