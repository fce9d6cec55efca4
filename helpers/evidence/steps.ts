import { z } from 'zod';
import { normalize } from '../redaction/placeholders.ts';
import { parseBounded } from '../../interface/messages/bounded-json.ts';
import { replyOf, type Exchange } from '../../interface/messages/exchange.ts';
import { describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';

/** The name of the attachment that carries the steps of a failed test from a worker to the reports. */
export const stepsName = 'steps';

/** An exchange without its data, so that it can be stored and compared with the same step of another run. */
export const step = z.object({
  request: z.string().describe('method, path and query; ids and dates are taken out'),
  sent: z.string().nullable().describe('the form of the body: names and types of its fields; null when there was none'),
  status: z.int().nullable().describe('null when no answer came'),
  answer: z.string().describe('result and error in a few words, or what kept the answer from coming'),
  form: z.string().describe('the form of the body of the answer'),
});
export type Step = z.output<typeof step>;

/** Steps stored per test. */
const maxSteps = 50;

/** The steps of a test. They contain no values, and therefore neither keys nor customer data. */
export const stepsOf = (exchanges: readonly Exchange[]): Step[] => exchanges.slice(0, maxSteps).map(stepOf);

/** The steps among the attachments of a test; undefined when there are none. */
export const stepsIn = (attachments: readonly { name: string; body?: Buffer }[] = []): Step[] | undefined => {
  const text = attachments.findLast(({ name }) => name === stepsName)?.body?.toString('utf8');
  try {
    return z.array(step).parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

const stepOf = (exchange: Exchange): Step => {
  const { method, url, requestBody, status, trouble } = exchange;
  const asked = {
    request: `${method} ${placeOf(url)}`,
    sent: requestBody === undefined ? null : shortForm(requestBody),
  };
  if (status === undefined || trouble) {
    return {
      ...asked,
      status: status ?? null,
      answer: `no answer of the service (${trouble?.kind ?? 'none'})`,
      form: '',
    };
  }
  const reply = replyOf({ ...exchange, status });
  return { ...asked, status, answer: normalize(summarizeReply(reply)), form: shortForm(exchange.responseBody) };
};

/** Path and query. In paths of the interface, an id follows the name of the operation (4.5 to 4.7). */
export const placeOf = (url: string): string => {
  if (!URL.canParse(url)) return '#';
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/(\/callback\/(?:fetch|update|delete)\/)[^/]+$/, '$1{callback_id}');
  return normalize(path + search);
};

const shortForm = (text: string): string => {
  const parsed = parseBounded(text);
  if ('value' in parsed) return normalize(describeShape(parsed.value));
  return text === '' ? 'nothing' : 'no JSON';
};
