import { escapeControlChars } from './escape-control.ts';

// Text from outside within Markdown.

/** A text as code, where nothing is rendered: between more backticks than it has in a row. */
export const code = (text: string): string => {
  const line = inOneLine(text);
  if (line === '') return '';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
};

/** A text with whatever Markdown, HTML and mentions are made of as plain characters. */
export const escaped = (text: string): string =>
  inOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#!|~>]/g, '\\$&')
    // An empty comment keeps a mention, and an address, from being one.
    .replace(/@|:\/\/|www\./g, '$&<!---->');

const inOneLine = (text: string): string => escapeControlChars(text).replace(/\s+/g, ' ').trim();
