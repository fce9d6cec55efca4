import { describe as nodeDescribe, test as nodeTest, type TestContext } from 'node:test';

/**
 * The runner's own `test`, typed as what it is at the top of a file: a registration that nobody awaits. It is not
 * wrapped, so that a failure still points at the line of the test.
 */
export const test: (name: string, body: (t: TestContext) => Promise<void> | void) => void = nodeTest;

/** The runner's own `describe`, typed in the same way. */
export const describe: (name: string, options: { concurrency: number }, body: () => void) => void = nodeDescribe;
