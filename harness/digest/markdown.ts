import { code, escaped } from '../../helpers/redaction/escape-markdown.ts';
import type { Digest } from './digest.ts';
import { facts, headline, partsOf } from './parts.ts';

/**
 * The digest as Markdown. Nothing in it can become a link, a picture, a mention or markup but what the suite wrote.
 *
 * @param most items of each part that are shown; the rest is in digest.json and results.json
 */
export const markdownOf = (digest: Digest, more?: { href: string; text: string }, most = 20): string =>
  [
    `# ${escaped(headline(digest))}`,
    '',
    ...facts(digest).map((line) => `- ${escaped(line)}`),
    ...(digest.runUrl ? [`- [this run](<${digest.runUrl}>)`] : []),
    ...(more ? [`- [${more.text}](${more.href})`] : []),
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
