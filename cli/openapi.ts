import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { command } from '../helpers/processes/command.ts';
import { openApiDocument } from '../interface/openapi/document.ts';
import { findingsIn } from '../interface/openapi/lint.ts';

const usage = `npm run openapi: the interface as an OpenAPI document, for other tools.

  npm run openapi -- [--output FILE]

  --output FILE  where to write the document; reports/openapi.json by default

The document is OpenAPI 3.1 and is checked by a linter before it is written.

Exit codes
  0  written
  1  written, with findings of the linter
  3  the document cannot be written`;

const write = (path: string, text: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new Error(`--output: ${path} cannot be written: ${String(error)}`, { cause: error });
  }
};

await command(
  usage,
  { options: { output: { type: 'string', default: 'reports/openapi.json' } } },
  async ({ output }) => {
    const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
    const findings = await findingsIn(text);
    write(output, text);
    console.log(findings.join('\n') || `OpenAPI 3.1: ${output}, no findings of the linter`);
    return findings.length === 0 ? 0 : 1;
  },
);
