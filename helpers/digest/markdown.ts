import { visible } from '../report/visible.ts';
import type { Digest } from './digest.ts';
import { facts, headline, partsOf } from './parts.ts';

/** Items of each part that are shown; the rest is in digest.json and results.json. */
const most = 20;

/** The digest as Markdown. Nothing in it can become a link, a picture, a mention or markup but what the suite wrote. */
export const markdownOf = (digest: Digest): string =>
  [
    `# ${escaped(headline(digest))}`,
    '',
    ...facts(digest).map((line) => `- ${escaped(line)}`),
    ...(digest.runUrl ? [`- [this run](<${digest.runUrl}>)`] : []),
    ...partsOf(digest, most).flatMap(({ title, items, more }) => [
      '',
      `## ${escaped(title)}`,
      '',
      ...items.map(({ name, text, quotes }) =>
        [[code(name), escaped(text)].filter((one) => one !== '').join(' '), ...quotes.map(code)]
          .filter((line) => line !== '')
          .map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
          // A backslash at its end breaks a line.
          .join('\\\n'),
      ),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ]),
    '',
  ].join('\n');

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

const inOneLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim();
