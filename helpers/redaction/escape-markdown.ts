import { escapeControlChars } from './escape-control.ts';

// External text in Markdown.

/** A text as an unrendered code span, delimited by more backticks than it contains in a row. */
export const code = (text: string): string => {
  const line = inOneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
};

/** The lines of a text as an unrendered block. */
export const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.split('\n').map(escapeControlChars).join('\n')}\n${fence}`;
};

/** A text with the syntax of Markdown, HTML and mentions escaped. */
export const escaped = (text: string): string =>
  inOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#!|~>]/g, '\\$&')
    // An empty comment prevents mentions and automatic links.
    .replace(/@|:\/\/|www\./g, '$&<!---->');

const inOneLine = (text: string): string => escapeControlChars(text).replace(/\s+/g, ' ').trim();
