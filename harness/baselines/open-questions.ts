import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { code } from '../../helpers/redaction/escape-markdown.ts';
import { catalogue, type RuleId } from '../../interface/rules/catalogue.ts';
import type { Pinned } from './pinned-observations.ts';

/** The observations of one target by rule. */
export interface Seen {
  target: string;
  observed: Pinned;
}

/**
 * Lists the open points of the interface as questions to the owner of the service, in Markdown, by section.
 * Observations are code spans, so that nothing in them is rendered.
 */
export const questionsOf = (seen: readonly Seen[]): string => {
  const open = (Object.keys(catalogue) as RuleId[]).filter((id) => catalogue[id].level === 'observe');
  const sections = [...new Set(open.map(homeOf))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const targets = seen.map(({ target }) => escapeControlChars(target)).join(', ');
  return [
    '# Open questions about the payment collection service',
    '',
    `The interface document leaves ${open.length} points open. For each of them we would like to know how the service`,
    'is meant to answer, and whether we may rely on it. What it answers today is given where it was seen',
    targets === '' ? '(nowhere yet).' : `(${targets}).`,
    ...sections.flatMap((section) => [
      '',
      `## Section ${section}`,
      ...open.filter((id) => homeOf(id) === section).flatMap((id, index) => ['', ...questionOf(id, index + 1, seen)]),
    ]),
    '',
  ].join('\n');
};

const homeOf = (id: RuleId): string => catalogue[id].sections[0] ?? '';

const questionOf = (id: RuleId, number: number, seen: readonly Seen[]): string[] => {
  const { sentence, sections, matters } = catalogue[id];
  const also = sections.length > 1 ? `, also section ${sections.slice(1).join(', ')}` : '';
  // Markdown nests the content of a list item at the column of its text.
  const indent = ' '.repeat(`${number}. `.length);
  return [
    `${number}. **${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}** (\`${id}\`${also})`,
    ...(matters === undefined ? [] : [`${indent}- Why it matters: ${matters}`]),
    ...groupedByObservation(id, seen).flatMap(({ targets, observed }) => [
      `${indent}- Seen on ${targets.map(escapeControlChars).join(', ')}:`,
      ...observed.map((one) => `${indent}  - ${code(one)}`),
    ]),
  ];
};

/** Groups targets with the same observations. */
const groupedByObservation = (
  id: RuleId,
  seen: readonly Seen[],
): { targets: string[]; observed: readonly string[] }[] => {
  const groups = new Map<string, { targets: string[]; observed: readonly string[] }>();
  for (const { target, observed } of seen) {
    const own = Object.entries(observed[id] ?? {}).map(([name, words]) => `${name}: ${words}`);
    if (own.length === 0) continue;
    const group = groups.get(JSON.stringify(own)) ?? { targets: [], observed: own };
    groups.set(JSON.stringify(own), { ...group, targets: [...group.targets, target] });
  }
  return [...groups.values()];
};
