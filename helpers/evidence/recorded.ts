import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../interface/messages/exchange.ts';

/** Stores the exchanges of a test, with masked keys, for checks of a whole run. Each worker writes its own file. */
export const recordExchanges = (folder: string, exchanges: readonly Exchange[]): void =>
  appendFileSync(join(folder, `${process.pid}.jsonl`), exchanges.map((one) => `${JSON.stringify(one)}\n`).join(''));

/** All exchanges that were recorded in a folder. */
export const recordedExchanges = (folder: string): Exchange[] =>
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange);
