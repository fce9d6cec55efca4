/** Signs that steer a terminal, turn text around or hide in it; line breaks and tabs are none. */
const steering =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** A text from outside, fit to be printed: what would steer the reader's terminal is shown as an escape. */
export const escapeControlChars = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(steering, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/** The same for a text that has colours of its own, as Playwright's messages do. */
export const escapeControlCharsButColours = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .split(/(\u001b\[[\d;]{0,20}m)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeControlChars(part)))
    .join('');

/** The beginning of a text, with a note of its size where something is left out. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (cut, ${text.length} characters in all)`;
