import { escapeControlChars } from './escape-control.ts';

// Escapes text from outside for Markdown.

/** A text as inline code, between more backticks than it contains in a row. */
export const code = (text: string): string => {
  const line = inOneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
};

/** A text in which Markdown, HTML and mentions are escaped. */
export const escaped = (text: string): string =>
  inOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#!|~>]/g, '\\$&')
    // An empty comment breaks mentions and addresses.
    .replace(/@|:\/\/|www\./g, '$&<!---->');

const inOneLine = (text: string): string => escapeControlChars(text).replace(/\s+/g, ' ').trim();
