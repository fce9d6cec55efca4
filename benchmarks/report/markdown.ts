import type { Spread } from './spread.ts';

/** The median, then the range. */
export const spread = ({ min, median, max }: Spread): string =>
  min === max ? median.toFixed(2) : `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;

/** The lines of a table and a blank line; empty when there are no rows. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  if (rows.length === 0) return [];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''];
};
