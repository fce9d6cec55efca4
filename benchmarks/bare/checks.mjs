// The bare limit: the same exchanges with the same assertions in a plain loop.
// Arguments: address of the service, file with the checks, maximum number of concurrent requests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [address = '', file = '', cap = '32'] = process.argv.slice(2);
const checks = JSON.parse(readFileSync(file, 'utf8'));
const pool = new Pool(address, { connections: Number(cap) });
const waiting = checks.values();

const work = async () => {
  for (const { authorization, body, field } of waiting) {
    const answered = await pool.request({
      method: 'POST',
      path: '/v1/transactions',
      headers: { 'content-type': 'application/json', ...(authorization !== null && { authorization }) },
      body: JSON.stringify(body),
    });
    const answer = /** @type {any} */ (await answered.body.json());
    assert.equal(answered.statusCode, field === null ? 401 : 400);
    assert.equal(answer.result, 'error');
    if (field === null) assert.match(answer.message, /\S/);
    else {
      assert.equal(answer.error.type, 'InvalidRequestParameters');
      assert.match(answer.error.message, new RegExp(`Parameter:\\W*${field}(?!\\w)`));
    }
  }
};

await Promise.all(Array.from({ length: Number(cap) }, work));
await pool.close();
