import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openApiDocument } from './document.ts';

/**
 * The findings of a public linter in an OpenAPI document, one sentence each, including warnings.
 *
 * @param text the document as JSON
 */
const findingsIn = async (text: string): Promise<string[]> => {
  const config = await createConfig({
    extends: ['recommended'],
    // The default forbids additional fields in the parts of if and then, although the schemas allow them everywhere.
    rules: { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true } },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => {
    const place = at && 'pointer' in at ? at.pointer : undefined;
    return `${place ?? 'the document'}: ${message} (${ruleId})`;
  });
};

test('the linter has no findings in the document, and finds an error', async () => {
  assert.deepEqual(await findingsIn(JSON.stringify(openApiDocument())), []);
  const found = await findingsIn(JSON.stringify({ ...openApiDocument(), security: [{ unheardOf: [] }] }));
  assert.match(found.join('\n'), /unheardOf/);
});

test('the schema of an initiation enforces the rules of 4.1', async () => {
  const findings = (value: object) => {
    const document = structuredClone(openApiDocument()) as any;
    const { content } = document.paths['/v1/transactions'].post.requestBody;
    content['application/json'].examples = { one: { value } };
    return findingsIn(JSON.stringify(document));
  };
  const body = { amount: 1000, email: 'customer@example.com', currency: 'XTS' };
  const mobile = { ...body, payment_method_type: 'mobile_money', payment_method_code: 'A', mobile_money_number: '07' };
  for (const good of [body, mobile, { ...body, further: 1 }]) assert.deepEqual(await findings(good), []);
  for (const wrong of [
    { ...body, payment_method_type: 'mobile_money', payment_method_code: 'A' },
    { ...mobile, mobile_money_number: '97' },
    { ...mobile, payment_method_type: 'card' },
  ]) {
    assert.notDeepEqual(await findings(wrong), [], JSON.stringify(wrong));
  }
});
