import { availableParallelism } from 'node:os';
import type { Settings } from '../../helpers/settings/settings.ts';

/**
 * The answer time at which one more worker for each core keeps it busy, in milliseconds. For the API, each further one takes
 * longer: what tests send at once waits together. A payment keeps a browser busy as well.
 */
const [waitPerWorkerMs, waitPerBrowserMs] = [12, 1_000];
/** A payment waits a third of its time for its page, even where the target answers at once. */
const browsersPerCore = 1.5;
/** More processes than this only cost memory: the number of requests at once is limited for the run, not by its workers. */
const mostWorkers = 16;
/** A target that answers slowly because it has much to do must not get many payments at once. */
const mostBrowsers = 4;
/** What a worker takes, and one with its browser, in bytes; each kind may have half of the memory that is free. */
const [memoryOfWorker, memoryWithBrowser] = [160 * 2 ** 20, 500 * 2 ** 20];

type WorkerSettings = Pick<Settings, 'target' | 'maxInFlight'> & { maxRequestsPerSecond?: number | undefined };

interface Machine {
  cores: number;
  freeMemory: number;
}

const thisMachine = (): Machine => ({ cores: availableParallelism(), freeMemory: process.availableMemory() });

/**
 * How many workers keep the processor busy: for tests of the API as many as there are cores where the target answers at
 * once, and more the longer they wait for it.
 *
 * @param answerMs how long the target usually takes to answer, in milliseconds
 */
export const workersFor = (
  answerMs: number,
  { target, maxInFlight, maxRequestsPerSecond = mostWorkers }: WorkerSettings,
  { cores, freeMemory }: Machine = thisMachine(),
): { api: number; browser: number } => {
  // On staging tests also wait for what must not come, and longer than on the sandbox.
  const waitMs = target === 'sandbox' ? answerMs : Math.max(answerMs, waitPerWorkerMs);
  const busy = cores * (1 + Math.sqrt(waitMs / waitPerWorkerMs));
  const most = Math.max(
    Math.min(mostWorkers, maxRequestsPerSecond, freeMemory / 2 / memoryOfWorker),
    Math.min(cores, 4),
  );
  const api = Math.max(1, Math.floor(Math.min(busy, most, maxInFlight)));
  const paying = Math.min(
    Math.round(browsersPerCore * cores * (1 + answerMs / waitPerBrowserMs)),
    Math.max(cores, mostBrowsers),
    maxRequestsPerSecond,
    maxInFlight,
    freeMemory / 2 / memoryWithBrowser,
  );
  return { api, browser: Math.max(1, Math.floor(paying)) };
};
