import { writeAtomically } from '../harness/results/write-atomically.ts';
import { command } from '../helpers/processes/command.ts';
import { inReports } from '../helpers/settings/settings-folder.mjs';
import { openApiDocument } from '../interface/openapi/document.ts';

const usage = `npm run openapi: the interface as an OpenAPI document, for other tools.

  npm run openapi -- [--output FILE]

  --output FILE  where to write the document; reports/openapi.json by default

The document is OpenAPI 3.1. npm test checks it by a linter.

Exit codes
  0  written
  3  the document cannot be written`;

const options = { output: { type: 'string', default: inReports('openapi.json') } } as const;

await command(usage, { options }, ({ output }) => {
  writeAtomically(output, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
  console.log(`OpenAPI 3.1: ${output}`);
});
