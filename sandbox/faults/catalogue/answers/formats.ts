import { answer, refusal, unauthorised, secondTime, contentType, text } from '../../changes.ts';
import type { Subject } from '../../exchange.ts';
import {
  initiate,
  startCheckout,
  listWallets,
  readBalance,
  fetchCallback,
  updateCallback,
  deleteCallback,
  anyWallets,
  anyCallback,
  anyEndpoint,
} from '../../places.ts';

/** JSON, endpoint by endpoint (`4`, `7`). */
export const formats = {
  'json.answers': {
    'answer-html-transactions': [
      'answers initiations as text/html',
      answer(initiate, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-checkout': [
      'answers a checkout as text/html',
      answer(startCheckout, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-wallets': [
      'answers the wallet list as text/html',
      answer(listWallets, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-balance': [
      'answers balances as text/html',
      answer(readBalance, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-fetch': [
      'answers fetching a callback as text/html',
      answer(fetchCallback, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-update': [
      'answers updating a callback as text/html',
      answer(updateCallback, contentType('text/html; charset=utf-8')),
    ],
    'answer-html-delete': [
      'answers deleting a callback as text/html',
      answer(deleteCallback, contentType('text/html; charset=utf-8')),
    ],
    'answer-plain-transactions': [
      'answers initiations as text/plain',
      answer(initiate, contentType('text/plain; charset=utf-8')),
    ],
    'answer-plain-checkout': [
      'answers a checkout as text/plain',
      answer(startCheckout, contentType('text/plain; charset=utf-8')),
    ],
    'answer-plain-delete': [
      'answers deleting a callback as text/plain',
      answer(deleteCallback, contentType('text/plain; charset=utf-8')),
    ],
    'answer-untyped': ['answers without a content type', answer(anyEndpoint, contentType(''))],
    'answer-broken-json': [
      'breaks off the JSON of its answers',
      answer(
        anyEndpoint,
        text((json) => json.slice(0, -1)),
      ),
    ],
    'answer-single-quoted': [
      'writes its answers with single quotes',
      answer(
        anyEndpoint,
        text((json) => json.replaceAll('"', "'")),
      ),
    ],
    'answer-json-as-text': [
      'answers a JSON text that holds the JSON',
      answer(
        anyEndpoint,
        text((json) => JSON.stringify(json)),
      ),
    ],
    'answer-with-warning': [
      'writes a warning before the JSON of its answers',
      answer(
        anyEndpoint,
        text((json) => `Warning: undefined index\n${json}`),
      ),
    ],
    'answer-in-xml': [
      'answers in XML',
      answer(
        anyEndpoint,
        contentType('application/xml'),
        text(() => '<result>success</result>'),
      ),
    ],
    'answer-urlencoded': [
      'answers form-encoded',
      answer(
        anyEndpoint,
        contentType('application/x-www-form-urlencoded'),
        text(() => 'result=success'),
      ),
    ],
    'answer-html-second-time': [
      'answers as text/html from the second time on',
      secondTime(answer(anyEndpoint, contentType('text/html; charset=utf-8'))),
    ],
  },
  'json.refusals': {
    'refusal-html-transactions': [
      'refuses initiations as text/html',
      refusal(initiate, contentType('text/html; charset=utf-8')),
    ],
    'refusal-html-wallets': [
      'refuses wallets as text/html',
      refusal(anyWallets, contentType('text/html; charset=utf-8')),
    ],
    'refusal-html-checkout': [
      'refuses a checkout as text/html',
      refusal(startCheckout, contentType('text/html; charset=utf-8')),
    ],
    'unauthorised-html-transactions': [
      'answers a 401 of initiations as text/html',
      unauthorised(initiate, contentType('text/html; charset=utf-8')),
    ],
    'unauthorised-html-wallets': [
      'answers a 401 of wallets as text/html',
      unauthorised(anyWallets, contentType('text/html; charset=utf-8')),
    ],
    'unauthorised-html-callbacks': [
      'answers a 401 of callbacks as text/html',
      unauthorised(anyCallback, contentType('text/html; charset=utf-8')),
    ],
    'unauthorised-html-checkout': [
      'answers a 401 of a checkout as text/html',
      unauthorised(startCheckout, contentType('text/html; charset=utf-8')),
    ],
    'refusal-plain': ['refuses as text/plain', refusal(anyEndpoint, contentType('text/plain; charset=utf-8'))],
    'refusal-page': [
      'refuses with a page',
      refusal(
        anyEndpoint,
        contentType('text/html; charset=utf-8'),
        text(() => '<!doctype html><title>Bad request</title>'),
      ),
    ],
    'refusal-empty': [
      'refuses without a body',
      refusal(
        anyEndpoint,
        text(() => ''),
      ),
    ],
    'refusal-broken-json': [
      'breaks off the JSON of its refusals',
      refusal(
        anyEndpoint,
        text((json) => json.slice(0, -1)),
      ),
    ],
    'unauthorised-plain': [
      'answers a 401 as text/plain',
      unauthorised(
        anyEndpoint,
        contentType('text/plain; charset=utf-8'),
        text(() => 'Unauthorized'),
      ),
    ],
    'unauthorised-without-body': [
      'answers a 401 without a body',
      unauthorised(
        anyEndpoint,
        text(() => ''),
      ),
    ],
  },
} satisfies Subject;
