import type { Bench, Figures, Spread } from './figures.ts';

const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** The page of the benchmark with new figures in it; what stands around them stays. */
export const pageWith = (page: string, bench: Bench): string => {
  const [before, rest = ''] = page.split(begin);
  return `${before}${begin}\n\n${tables(bench)}\n${end}${rest.split(end)[1] ?? '\n'}`;
};

/** All figures as Markdown. */
export const tables = (bench: Bench): string => {
  const { machine, rounds, checks, journeys } = bench;
  const load = `load ${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} at the end`;
  return [
    `${bench.measuredOn}, commit ${bench.commit}, ${machine.cores} cores (${machine.processor}), Node ${machine.node}, ${rounds} rounds, ${load}.`,
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
};

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

/** The middle first, since that is what counts; then from where to where. */
const spread = ({ min, median, max }: Spread): string =>
  min === max ? median.toFixed(2) : `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;

const memory = (peaks: Readonly<Record<string, number>>): string =>
  Object.entries(peaks)
    .map(([kind, mb]) => `${kind} ${mb}`)
    .join(', ');

/** Nothing when there are no rows; with a blank line behind it otherwise. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  if (rows.length === 0) return [];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''];
};
