import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { openApiDocument } from '../interface/openapi/document.ts';

const usage = `npm run openapi: the interface as an OpenAPI document, for other tools.

  npm run openapi -- [--output FILE]

  --output FILE  where to write the document; reports/openapi.json by default

The document is OpenAPI 3.1. npm test checks it by a linter.

Exit codes
  0  written
  3  the document cannot be written`;

await command(usage, { options: { output: { type: 'string', default: 'reports/openapi.json' } } }, ({ output }) => {
  try {
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
  } catch (error) {
    throw new Error(`--output: ${output} cannot be written: ${String(error)}`, { cause: error });
  }
  console.log(`OpenAPI 3.1: ${output}`);
  return 0;
});
