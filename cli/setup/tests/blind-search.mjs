// Loaded with --import: a search for keys that sees nothing, since what is planted for it is never written.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const write = fs.writeFileSync;
fs.writeFileSync = (file, ...rest) => {
  if (!String(file).includes('canaries-')) write(file, ...rest);
};
syncBuiltinESMExports();
