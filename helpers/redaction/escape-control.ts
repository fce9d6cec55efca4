/** Characters that control a terminal or the text direction, or are invisible; except line breaks and tabs. */
const controlCharacters =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Makes an external text safe to print: characters that would control the terminal are escaped. */
export const escapeControlChars = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(controlCharacters, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

/** The beginning of a text, with its full length if it was truncated. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (cut, ${text.length} characters in all)`;
