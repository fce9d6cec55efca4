import type { Spread } from './figures.ts';

/** The middle first, since that is what counts; then from where to where. */
export const spread = ({ min, median, max }: Spread): string =>
  min === max ? median.toFixed(2) : `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;

/** Nothing when there are no rows; with a blank line behind it otherwise. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  if (rows.length === 0) return [];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''];
};
