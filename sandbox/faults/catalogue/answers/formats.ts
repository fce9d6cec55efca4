import { answer, contentType, refusal, refusedAs, secondTime, text, unauthorised, anyAnswer } from '../../changes.ts';
import { areas, endpoints, perPlace, some, type Place } from '../../named-places.ts';
import type { Alteration, Change, Entry, Subject } from '../../exchange.ts';
import { all, anyEndpoint, noKey, not, secretAsPublishable } from '../../places.ts';
import { fieldRules } from './field-errors.ts';

const asHtml = contentType('text/html; charset=utf-8');
const asPlainText = contentType('text/plain; charset=utf-8');
const cut = (json: string): string => json.slice(0, -1);

const answersAs =
  (type: string, change: Change) =>
  ({ what, where }: Place): Entry => [`answers ${what} as ${type}`, answer(where, change)];
const everywhere = (...changes: Change[]): Alteration => answer(anyEndpoint, ...changes);
const everyRefusal = (...changes: Change[]): Alteration => refusal(anyEndpoint, ...changes);
const every401 = (...changes: Change[]): Alteration => unauthorised(anyEndpoint, ...changes);
const gone = refusedAs(404, 'There is nothing at this address.');

/** JSON, endpoint by endpoint (`4`, `7`). */
export const formats: Subject = {
  'json.answers': {
    ...perPlace('answer-html', endpoints, answersAs('text/html', asHtml)),
    ...perPlace(
      'answer-plain',
      some(endpoints, 'transactions', 'checkout', 'delete'),
      answersAs('text/plain', asPlainText),
    ),
    'answer-untyped': ['answers without a content type', everywhere(contentType(''))],
    'answer-broken-json': ['truncates the JSON of its answers', everywhere(text(cut))],
    'answer-single-quoted': [
      'writes its answers with single quotes',
      everywhere(text((json) => json.replaceAll('"', "'"))),
    ],
    'answer-json-as-text': [
      'encodes its JSON answers as a JSON string',
      everywhere(text((json) => JSON.stringify(json))),
    ],
    'answer-with-warning': [
      'writes a warning before the JSON of its answers',
      everywhere(text((json) => `Warning: undefined index\n${json}`)),
    ],
    'answer-in-xml': ['answers in XML', everywhere(contentType('application/xml'), textOf('<result>success</result>'))],
    'answer-urlencoded': [
      'answers in form encoding',
      everywhere(contentType('application/x-www-form-urlencoded'), textOf('result=success')),
    ],
    'answer-html-second-time': ['answers as text/html from the second time on', secondTime(everywhere(asHtml))],
  },
  'json.refusals': {
    ...perPlace('refusal-html', some(areas, 'transactions', 'wallets', 'checkout'), ({ what, where }) => [
      `refuses ${what} as text/html`,
      refusal(where, asHtml),
    ]),
    ...perPlace('unauthorised-html', areas, ({ what, where }) => [
      `returns a 401 of ${what} as text/html`,
      unauthorised(where, asHtml),
    ]),
    ...perPlace('refusal-html-rule', fieldRules, ({ what, where }) => [
      `refuses ${what} as text/html`,
      refusal(where, asHtml),
    ]),
    ...perPlace('unauthorised-html-at', some(endpoints, 'update', 'delete'), ({ what, where }) => [
      `returns a 401 of ${what} as text/html`,
      unauthorised(where, asHtml),
    ]),
    'unauthorised-html-secret-key': [
      'returns a 401 of a checkout with the secret key as text/html',
      unauthorised(secretAsPublishable, asHtml),
    ],
    ...perPlace('unauthorised-html-given', some(endpoints, 'transactions', 'fetch'), ({ what, where }) => [
      `returns a 401 of ${what} with a key as text/html`,
      unauthorised(all(where, not(noKey)), asHtml),
    ]),
    'refusal-plain': ['refuses as text/plain', everyRefusal(asPlainText)],
    'refusal-page': [
      'refuses with an HTML page',
      everyRefusal(asHtml, textOf('<!doctype html><title>Bad request</title>')),
    ],
    'refusal-empty': ['refuses without a body', everyRefusal(textOf(''))],
    'refusal-broken-json': ['truncates the JSON of its refusals', everyRefusal(text(cut))],
    'unauthorised-plain': ['returns a 401 as text/plain', every401(asPlainText, textOf('Unauthorized'))],
    'unauthorised-without-body': ['returns a 401 without a body', every401(textOf(''))],
  },
};

/** The version in the path (`9`). */
export const versions: Subject = {
  'version.path': {
    ...perPlace('version-gone', endpoints, ({ what, where }) => [
      `serves ${what} only under another version`,
      anyAnswer(where, gone),
    ]),
    ...perPlace('version-moved', some(endpoints, 'transactions'), ({ what, where }) => [
      `redirects ${what} to another version`,
      anyAnswer(where, (answer) => {
        answer.status = 301;
        answer.location = '/v2/transactions';
      }),
    ]),
  },
};

function textOf(words: string): Change {
  return text(() => words);
}
