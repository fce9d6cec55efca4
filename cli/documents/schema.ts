import { writeFileSync } from 'node:fs';
import { resultsJsonSchema } from '../../harness/results/results-schema.ts';
import { command } from '../../helpers/processes/command.ts';

const usage = `npm run schema: regenerates the JSON Schema of reports/results.json, after a change of results-schema.ts.

  npm run schema

It is written to harness/results/results.schema.json.

Exit codes
  0  written
  3  the schema cannot be written`;

await command(usage, {}, () =>
  writeFileSync(new URL('../../harness/results/results.schema.json', import.meta.url), resultsJsonSchema()),
);
