import { codeGiven, isUsable } from './fields.ts';
import type { Intention, Memory, Move } from './memory.ts';
import type { Control, Scene } from './scene/scene.ts';
import { wordsOf } from './scene/vocabulary.ts';

/**
 * The next key to press on a keypad, where the page asks for a code. To make a payment fail, only a code that the page
 * names for it is entered; cancelling needs no code.
 */
export const nextKey = (scene: Scene, intention: Intention, memory: Memory): Move | undefined => {
  const keys = keysOf(scene);
  if (keys.size < 10 || !/\b(pin|code|otp|password|pass ?code)\b/i.test(scene.text)) return undefined;
  if (intention === 'look' || intention === 'cancel') return undefined;
  const given = codeGiven(scene, intention);
  const code = given ?? (intention === 'pay' ? anyCode(scene) : '');
  const key = `keypad ${keys.get('0')?.document}`;
  const pressed = memory.times(key);
  const control = keys.get(code.charAt(pressed));
  if (!control) return undefined;
  const isLast = pressed === code.length - 1;
  return {
    act: 'press',
    control,
    key,
    leads: isLast,
    ...(isLast ? { means: intention === 'pay' ? 'decision' : 'outcome' } : {}),
    ...(given ? {} : { guess: 'the code for the keypad' }),
  };
};

/** The buttons for one digit each, in any order. */
const keysOf = ({ controls }: Scene): Map<string, Control> =>
  new Map(
    controls
      .filter((one) => one.kind === 'button' && isUsable(one))
      .flatMap((one) => {
        const digit = /^(?:(?:digit|number|key) )?(\d)$/.exec(wordsOf(one.name))?.[1];
        return digit ? [[digit, one] as const] : [];
      }),
  );

/** A code of the length that the page states, else of four digits. */
const anyCode = ({ text }: Scene): string => '12345678'.slice(0, Number(/\b([4-8])[ -]digit/i.exec(text)?.[1] ?? 4));
