import { describe as nodeDescribe, test as nodeTest, type TestContext } from 'node:test';

/**
 * The `test` of Node's runner, typed to return void because top-level tests are not awaited. It is not wrapped, so that
 * a failure still points at the line of the test.
 */
export const test: (name: string, body: (t: TestContext) => Promise<void> | void) => void = nodeTest;

/** The `describe` of Node's runner, typed in the same way. */
export const describe: (name: string, options: { concurrency: number }, body: () => void) => void = nodeDescribe;
