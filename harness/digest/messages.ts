import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import type { MessageFormat } from '../../helpers/settings/declarations/run.ts';
import type { Digest } from './digest.ts';
import { facts, headline, partsOf, type Part } from './parts.ts';

/** The maximum size of a message in bytes; Teams refuses more than 28 kB. */
const maxBytes = 24_000;
/** The maximum length of a quotation. */
const maxQuoted = 300;
/** The maximum length of a text block; Slack allows 3000 characters. */
const maxText = 2_800;

/** The body for an incoming webhook, as JSON. Long lists are shortened until it is small enough. */
export const messageOf = (digest: Digest, format: MessageFormat): string => {
  const message = format === 'slack' ? slack : teams;
  const bodies = [10, 5, 2, 1, 0].map((most) => () => JSON.stringify(message(digest, partsOf(digest, most))));
  for (const body of bodies) {
    const text = body();
    if (Buffer.byteLength(text) <= maxBytes) return text;
  }
  return JSON.stringify(message(digest, []));
};

/** Uses only plain text, in which Slack renders neither links nor mentions. */
const slack = (digest: Digest, parts: readonly Part[]) => ({
  text: headline(digest).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  blocks: [
    { type: 'header', text: plain(headline(digest), 140) },
    { type: 'section', text: plain(facts(digest).join('\n'), maxText) },
    ...parts.map((part) => ({ type: 'section', text: plain(textOf(part), maxText) })),
    ...(digest.runUrl
      ? [{ type: 'actions', elements: [{ type: 'button', text: plain('Open the run', 75), url: digest.runUrl }] }]
      : []),
  ],
});

/** A part as one text, with as many items as fit. */
const textOf = (part: Part): string => {
  const text = [part.title, ...lines(part)].join('\n');
  if (text.length <= maxText || part.items.length === 0) return text;
  return textOf({ ...part, items: part.items.slice(0, -1), more: part.more + 1 });
};

const plain = (text: string, length: number) => ({
  type: 'plain_text',
  text: escapeControlChars(text).slice(0, length),
  emoji: false,
});

/** A card in the envelope that a Teams workflow expects. Text runs are not rendered as Markdown. */
const teams = (digest: Digest, parts: readonly Part[]) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          rich([headline(digest)], { size: 'Large', weight: 'Bolder', color: colour[digest.verdict] }),
          ...facts(digest).map((line) => rich([line])),
          ...parts.flatMap((part) => [
            rich([part.title], { weight: 'Bolder' }),
            ...lines(part).map((line) => rich([line], line.startsWith('    ') ? { fontType: 'Monospace' } : {})),
          ]),
        ],
        ...(digest.runUrl ? { actions: [{ type: 'Action.OpenUrl', title: 'Open the run', url: digest.runUrl }] } : {}),
      },
    },
  ],
});

const colour = { conforming: 'Good', 'non-conforming': 'Attention', inconclusive: 'Warning' } as const;

const rich = (texts: readonly string[], style: Readonly<Record<string, string>> = {}) => ({
  type: 'RichTextBlock',
  inlines: texts.map((text) => ({ type: 'TextRun', text: escapeControlChars(text).slice(0, maxText), ...style })),
});

const lines = ({ items, more }: Part): string[] => [
  ...items.flatMap(({ name, text, quotes }) => [
    ...(name + text === '' ? [] : [`• ${[name, text].filter((one) => one !== '').join('  ')}`]),
    ...quotes.map((quote) => `    ${quote.replace(/\s+/g, ' ').slice(0, maxQuoted)}`),
  ]),
  ...(more > 0 ? [`and ${more} more`] : []),
];
