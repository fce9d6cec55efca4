import type { Reporter, TestError, TestResult } from '@playwright/test/reporter';

/** Prints what the program writes, and the errors that end it. */
export default class PrintOutput implements Reporter {
  onStdOut(text: string | Buffer): void {
    process.stdout.write(text);
  }

  onError({ message = '' }: TestError): void {
    console.error(message);
  }

  onTestEnd(_: unknown, { errors }: TestResult): void {
    for (const { message = '' } of errors) console.error(message);
  }

  printsToStdio(): boolean {
    return true;
  }
}
