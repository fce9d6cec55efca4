// Loaded with --import: simulates a full disk from the first record with the id of a callback.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const write = fs.writeFileSync;
let isFull = false;
fs.writeFileSync = (...all) => {
  const isRecord = String(all[1]).startsWith('\n{"what":"');
  isFull ||= isRecord && String(all[1]).includes('"created"');
  if (isFull && isRecord) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  return write(...all);
};
syncBuiltinESMExports();
