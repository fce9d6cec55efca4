import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpExchangeOf } from '../../evidence/http-exchange.ts';
import { scrubBytes } from '../../../harness/scrub/scrub-bytes.ts';
import { monsters } from '../../../harness/scrub/tests/monsters.ts';
import { claimedIds } from '../../../interface/messages/callback.ts';
import { curlOf } from '../../evidence/curl.ts';
import { fieldsOf, replyOf } from '../../../interface/messages/exchange.ts';
import { fieldIs, generalRefusal, isJson, namesField, summary } from '../../../interface/messages/wording/findings.ts';
import { fieldsBeyond, describeShape } from '../../../interface/messages/form.ts';
import { headersOf, summarizeReply } from '../../../interface/messages/wording/outcome.ts';
import { maskingOf } from '../../redaction/secrets.ts';
import { shapes } from '../../../interface/messages/shapes.ts';
import { stepsOf } from '../../evidence/steps.ts';
import { wordingOf } from '../../../interface/messages/wording/wording.ts';

const mask = maskingOf({ secretKey: 'S3CR-9f1b2c7e+aa41', publishableKey: 'PUBL-77c0de12-bb52-4a1d' });

test('every malformed answer is judged, described and masked without an exception', () => {
  for (const [name, { headers, body, status = 200 }] of Object.entries(monsters())) {
    const text = body.toString();
    const exchange = {
      method: 'POST',
      url: 'http://127.0.0.1/v1/transactions',
      requestHeaders: {},
      requestBody: '{}',
      startedAt: 0,
      durationMs: 1,
      status,
      responseHeaders: Object.fromEntries(headers.map((line) => line.split(': ', 2))) as Record<string, string>,
      responseBody: mask(text),
    };
    const reply = replyOf(exchange, text);
    const fields = fieldsOf(reply);
    const said = [
      summary(reply),
      summarizeReply(reply),
      describeShape(reply.json),
      fieldsBeyond(reply.json, []),
      wordingOf(reply),
      headersOf(reply.headers),
      JSON.stringify(stepsOf([exchange])),
      JSON.stringify(httpExchangeOf(exchange)),
      curlOf(exchange, 'http://127.0.0.1'),
      ...isJson(reply),
      ...generalRefusal(reply),
      ...namesField(reply, ['amount']),
      ...['message', 'text_message', 'wallets', 'details', '__proto__', 'constructor'].flatMap((field) =>
        [shapes.plainText, shapes.htmlMessage, shapes.events, shapes.eventPattern, shapes.same({})].flatMap((shape) =>
          fieldIs(fields, field, shape),
        ),
      ),
    ];
    assert.ok(
      said.every((one) => typeof one === 'string'),
      name,
    );
    claimedIds(reply, 'http://127.0.0.1/hook');
    scrubBytes(Buffer.from(JSON.stringify(httpExchangeOf(exchange))), mask);
  }
});
