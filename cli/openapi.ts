import { writeAtomically } from '../harness/results/write-atomically.ts';
import { textOfError } from '../helpers/errors/errors.ts';
import { command } from '../helpers/processes/command.ts';
import { inReports } from '../helpers/settings/settings-folder.cjs';
import { openApiDocument } from '../interface/openapi/document.ts';

const usage = `npm run openapi: the interface as an OpenAPI document, for other tools.

  npm run openapi -- [--output FILE]

  --output FILE  where to write the document; reports/openapi.json by default

The document is OpenAPI 3.1. npm test checks it by a linter.

Exit codes
  0  written
  3  the document cannot be written`;

void command(usage, { options: { output: { type: 'string', default: inReports('openapi.json') } } }, ({ output }) => {
  try {
    writeAtomically(output, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
  } catch (cause) {
    throw new Error(`--output: ${output} cannot be written: ${textOfError(cause)}`, { cause });
  }
  console.log(`OpenAPI 3.1: ${output}`);
});
