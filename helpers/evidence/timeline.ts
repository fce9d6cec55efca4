import { z } from 'zod';
import type { Exchange } from '../../interface/messages/exchange.ts';

/** The name of the attachment that carries a timeline from a worker to the reports. */
export const timelineName = 'environment timeline';

/** An attempt at a request that got no answer of the service. */
export const timelineEntry = z.object({
  at: z.iso.datetime(),
  request: z.string().describe('method and path'),
  kind: z.string().describe('refused, reset, no-answer, gateway, throttled and so on'),
  said: z.string().describe('the error or status, keys masked'),
  waitMs: z.number().nullable().describe('after how many milliseconds it was sent again; null when it was not'),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** The network failures of a test in order. */
export const timelineOf = (exchanges: readonly Exchange[]): TimelineEntry[] =>
  exchanges.flatMap(({ startedAt, method, url, trouble }) =>
    trouble
      ? [{ at: new Date(startedAt).toISOString(), request: `${method} ${new URL(url).pathname}`, ...trouble }]
      : [],
  );

/** The timeline among the attachments of a test; empty when there is none. */
export const timelineIn = (attachments: readonly { name: string; body?: Buffer }[] = []): TimelineEntry[] =>
  attachments
    .filter(({ name }) => name === timelineName)
    .flatMap(({ body }) => parseTimeline(body?.toString('utf8') ?? ''));

/** The timeline in the text of an attachment; empty when it is invalid. */
const parseTimeline = (text: string): TimelineEntry[] => {
  try {
    return z.array(timelineEntry).parse(JSON.parse(text));
  } catch {
    return [];
  }
};
