import type { HttpExchange, HttpExchangeBody } from 'allure-js-commons';
import { headerIn, type Exchange } from '../../interface/messages/exchange.ts';
import { cut, escapeControlChars } from '../redaction/escape-control.ts';

/** The type of an attachment that reports show as an HTTP exchange. */
export const httpExchangeType = 'application/vnd.allure.http+json';

/** Longer bodies and headers are cut off, in characters. */
const maxLength = 64 * 1024;

/** An exchange in the format of that attachment. */
export const httpExchangeOf = (exchange: Exchange): HttpExchange => ({
  schemaVersion: 1,
  request: {
    method: exchange.method,
    url: exchange.url,
    headers: headersOf(exchange.requestHeaders),
    ...bodyOf(exchange.requestBody, exchange.requestHeaders),
  },
  ...(exchange.status === undefined
    ? {
        error: {
          name: exchange.trouble?.kind ?? 'no answer',
          message: escapeControlChars(exchange.trouble?.said ?? ''),
        },
      }
    : {
        response: {
          status: exchange.status,
          headers: headersOf(exchange.responseHeaders),
          ...bodyOf(exchange.responseBody, exchange.responseHeaders),
        },
      }),
  start: exchange.startedAt,
  stop: exchange.startedAt + exchange.durationMs,
});

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({
    name: escapeControlChars(name),
    value: cut(escapeControlChars(value), maxLength),
  }));

const bodyOf = (body: string | undefined, headers: Readonly<Record<string, string>>): { body?: HttpExchangeBody } => {
  if (!body) return {};
  const contentType = headerIn(headers, 'Content-Type');
  return {
    body: {
      ...(contentType === undefined ? {} : { contentType: escapeControlChars(contentType) }),
      encoding: 'utf8',
      value: cut(escapeControlChars(body), maxLength),
      truncated: body.length > maxLength,
    },
  };
};
