import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import type { Bench, Figures } from './figures.ts';

/** Widths and heights in pixels. */
const width = 760;
const left = 210;
const right = 640;
const rowHeight = 24;
const groupGap = 34;

/** Separate colours for light and dark pages. */
const style = `
  .ground { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, sans-serif } .quiet { fill: #59636e }
  .heading { font-weight: 600 } .line { stroke: #d1d9e0 } .limit { stroke: #59636e }
  .other { fill: #8c959f } .ours { fill: #0969da } .spread { stroke: #1f2328; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #f0f6fc } .quiet { fill: #9198a1 } .line { stroke: #3d444d }
    .limit { stroke: #9198a1 } .other { fill: #656c76 } .ours { fill: #4493f8 } .spread { stroke: #f0f6fc }
  }`;

/** A bar chart of the ratio of each contender to the bare limit at each latency, with a logarithmic scale. */
export const pictureOf = (bench: Bench): string => {
  const groups = [
    ...bench.api.map(({ latencyMs, figures }) => ({
      title: `${bench.checks} checks, ${latencyMs} ms added to each answer`,
      figures: figures.slice(1),
    })),
    ...bench.browser.map(({ latencyMs, figures }) => ({
      title: `${bench.journeys} journeys in a browser, ${latencyMs} ms added`,
      figures: figures.slice(1),
    })),
  ];
  const most = Math.max(2, ...groups.flatMap(({ figures }) => figures.map(({ ratio }) => ratio.max)));
  const doublings = Math.ceil(Math.log2(most));
  const x = (ratio: number): number => left + ((right - left) * Math.log2(Math.max(1, ratio))) / doublings;

  let y = 56;
  const rows: string[] = [];
  for (const { title, figures } of groups) {
    rows.push(`<text class="heading" x="16" y="${y + 6}">${escapeHtml(title)}</text>`);
    y += 18;
    for (const one of figures) {
      rows.push(...rowOf(one, y, x));
      y += rowHeight;
    }
    y += groupGap - 18;
  }
  const bottom = y - groupGap + 22;
  const scale = Array.from({ length: doublings + 1 }, (_, power) => {
    const at = x(2 ** power).toFixed(1);
    const line = `<line class="${power === 0 ? 'limit' : 'line'}" x1="${at}" y1="62" x2="${at}" y2="${bottom}"/>`;
    return `${line}<text class="quiet" x="${at}" y="${bottom + 18}" text-anchor="middle">${2 ** power}×</text>`;
  });
  const height = bottom + 34;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">`,
    `<title id="title">How many times the bare limit each takes</title>`,
    `<style>${style}</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="heading" x="16" y="28" style="font-size:15px">How many times the bare limit each takes (less is better)</text>`,
    ...scale,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
};

const rowOf = ({ name, ratio }: Figures, y: number, x: (ratio: number) => number): string[] => {
  const [from, to, end] = [x(1), x(ratio.median), x(ratio.max)];
  const kind = name.startsWith('this suite') ? 'ours' : 'other';
  const middle = y + 10;
  return [
    `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${escapeHtml(name)}</text>`,
    `<rect class="${kind}" x="${from}" y="${y + 3}" width="${Math.max(1, to - from).toFixed(1)}" height="14" rx="2"/>`,
    `<line class="spread" x1="${x(ratio.min).toFixed(1)}" y1="${middle}" x2="${end.toFixed(1)}" y2="${middle}"/>`,
    `<text x="${(Math.max(to, end) + 8).toFixed(1)}" y="${y + 14}">${ratio.median.toFixed(ratio.median < 10 ? 2 : 1)}×</text>`,
  ];
};
