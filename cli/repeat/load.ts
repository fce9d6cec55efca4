import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Keeps every core busy, in threads that end with this process however it ends. @returns what gives them back */
export const keepCoresBusy = (): (() => Promise<void>) => {
  const threads = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
  return async () => {
    await Promise.all(threads.map((thread) => thread.terminate()));
  };
};
