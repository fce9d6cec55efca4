import { spread, table } from './markdown.ts';
import type { Bench, Figures } from './figures.ts';
import { nightHead, nightRow } from './nights.ts';

/** The generated sections of the page, which stand between markers. */
const sections = [
  { name: 'figures', isMeasured: ({ api }: Bench) => api.length > 0, text: tables },
  { name: 'nights', isMeasured: ({ nights }: Bench) => nights.length > 0, text: nightTable },
];

/** Replaces the measured sections of the page and keeps everything else. */
export const pageWith = (page: string, bench: Bench): string =>
  sections
    .filter(({ isMeasured }) => isMeasured(bench))
    .reduce((whole, { name, text }) => {
      const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
      const [before, rest = ''] = whole.split(begin);
      return `${before}${begin}\n\n${text(bench)}\n${end}${rest.split(end)[1] ?? '\n'}`;
    }, page);

/** All measured sections as Markdown. */
export const allTables = (bench: Bench): string =>
  sections
    .filter(({ isMeasured }) => isMeasured(bench))
    .map(({ text }) => text(bench))
    .join('\n');

function measuredOn({ machine, rounds, measuredOn: day, commit }: Bench): string {
  const load = `load ${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} at the end`;
  return `${day}, commit ${commit}, ${machine.cores} cores (${machine.processor}), Node ${machine.node}, ${rounds} rounds, ${load}.`;
}

function nightTable(bench: Bench): string {
  return [measuredOn(bench), '', ...table(nightHead, bench.nights.map(nightRow))].join('\n');
}

function tables(bench: Bench): string {
  const { checks, journeys } = bench;
  return [
    measuredOn(bench),
    '',
    ...table(
      [
        'added',
        `${checks} checks`,
        'seconds',
        'ms a check',
        'ratio to the limit',
        'CPU s',
        'memory MB',
        'sandbox busy',
      ],
      bench.api.flatMap(({ latencyMs, figures }) => figures.map((one) => rowOf(`${latencyMs} ms`, one))),
    ),
    ...table(
      [
        'added',
        `${journeys} journeys`,
        'seconds',
        'ms a journey',
        'ratio to the limit',
        'CPU s',
        'memory MB',
        'sandbox busy',
      ],
      bench.browser.flatMap(({ latencyMs, figures }) => figures.map((one) => rowOf(`${latencyMs} ms`, one))),
    ),
    ...table(
      ['reporters', 'seconds', 'ms a check', 'ratio to none'],
      bench.reporters.map(({ name, seconds, msEach, ratio }) => [
        name,
        spread(seconds),
        msEach.toFixed(1),
        spread(ratio),
      ]),
    ),
    ...table(
      ['checks', 'seconds', 'ms a check', 'bare loop, seconds', 'memory MB'],
      bench.growth.map(({ checks: count, seconds, msEach, bareSeconds, memoryMb }) => [
        count.toLocaleString('en'),
        seconds.toFixed(1),
        msEach.toFixed(1),
        bareSeconds.toFixed(1),
        memory(memoryMb),
      ]),
    ),
  ].join('\n');
}

const rowOf = (added: string, one: Figures): string[] => [
  added,
  one.name,
  spread(one.seconds),
  one.msEach.toFixed(1),
  spread(one.ratio),
  one.cpuSeconds?.toFixed(1) ?? '',
  memory(one.memoryMb),
  one.sandboxBusy === null ? '' : `${Math.round(one.sandboxBusy * 100)} %`,
];

const memory = (peaks: Readonly<Record<string, number>>): string =>
  Object.entries(peaks)
    .map(([kind, mb]) => `${kind} ${mb}`)
    .join(', ');
