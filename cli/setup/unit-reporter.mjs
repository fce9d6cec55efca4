import path from 'node:path';
import util from 'node:util';

/**
 * A reporter for Node's test runner that prints each failed test, and at the end one line with the counts.
 *
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export default async function* unitReporter(events) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // Count a failed suite only when its file or one of its hooks failed, not when only its tests did.
    const isSuite = data.details?.type === 'suite';
    if (isSuite && (type === 'test:pass' || data.details.error?.failureType === 'subtestsFailed')) continue;
    if (type === 'test:pass') {
      passed += 1;
      continue;
    }
    failed += 1;
    const error = data.details?.error?.cause ?? data.details?.error;
    yield `failed: ${data.name} (${path.relative('', data.file ?? '')})\n${indented(error?.stack ?? util.inspect(error))}\n\n`;
  }
  yield `unit tests: passed=${passed} failed=${failed}\n`;
}

/** @param {string} text */
const indented = (text) => text.replace(/^/gm, '  ');
