import { writeFileSync } from 'node:fs';
import { resultsJsonSchema } from '../../harness/results/results-schema.ts';

// npm run schema: writes the JSON Schema of reports/results.json anew after a change of results-schema.ts.
writeFileSync(new URL('../../harness/results/results.schema.json', import.meta.url), resultsJsonSchema());
