import { code, escaped } from '../../helpers/redaction/escape-markdown.ts';
import type { Digest } from './digest.ts';
import { facts, headline, partsOf } from './parts.ts';

/**
 * The digest as Markdown. Only text of the suite can become a link, an image, a mention or markup.
 *
 * @param most the maximum number of items in each part; the others are in digest.json and results.json
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
          // A backslash at the end of a line is a line break.
          .join('\\\n'),
      ),
      ...(more > 0 ? [`- and ${more} more`] : []),
    ]),
    '',
  ].join('\n');
