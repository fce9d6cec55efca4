import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepProof, sealedProofIn } from './proof-seal.ts';

test('only a proof signed with the key is accepted', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [own, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const why = (): string => {
    const found = sealedProofIn(folder, own.publicKey);
    return 'why' in found ? found.why : 'accepted';
  };
  assert.match(why(), /no proof/);
  keepProof(folder, '{"faults":[]}', own.privateKey);
  assert.deepEqual(sealedProofIn(folder, own.publicKey), { text: '{"faults":[]}' });
  writeFileSync(join(folder, 'faults.json'), '{"faults":[ ]}');
  assert.match(why(), /was changed/);
  keepProof(folder, '{"faults":[]}', stranger.privateKey);
  assert.match(why(), /another key/);
  writeFileSync(join(folder, 'faults.sig'), 'no signature');
  assert.match(why(), /was changed/);
  // A signature over the plain text, without the prefix of proofs, is invalid.
  writeFileSync(
    join(folder, 'faults.sig'),
    sign(null, Buffer.from('{"faults":[]}'), own.privateKey).toString('base64'),
  );
  assert.match(why(), /was changed/);
  keepProof(folder, '{"faults":[]}', undefined);
  assert.match(why(), /not signed/);
});
