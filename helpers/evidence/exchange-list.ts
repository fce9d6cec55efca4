/** The attachment in which a test lists its exchanges. */
export const exchangesName = 'exchanges';

/** One exchange as a line of that list. */
export interface ListedExchange {
  method: string;
  path: string;
  /** Empty when no answer came. */
  status: string;
  durationMs: number;
}

const header = 'request,status,milliseconds';

/** The list as text/csv, which reports show as a table. */
export const listOf = (exchanges: readonly ListedExchange[]): string =>
  [
    header,
    ...exchanges.map(
      ({ method, path, status, durationMs }) =>
        `"${method} ${path.replaceAll('"', '""')}",${status},${Math.round(durationMs)}`,
    ),
  ].join('\n');

/** The exchanges of such a list; empty when the text is not a list. */
export const parseList = (text: string): ListedExchange[] =>
  text.startsWith(header)
    ? [...text.matchAll(/^"(\S+) (.*)",(\d*),(\d+)$/gm)].map(([, method = '', path = '', status = '', ms = '0']) => ({
        method,
        path,
        status,
        durationMs: Number(ms),
      }))
    : [];
