import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { askWith, probe } from '../preflight/probes.ts';
import { concurrencyFor, pace } from '../preflight/pace.ts';
import { capabilitiesOfTags } from '../../interface/rules/rule.ts';
import { tellCasesAtOnce } from '../../helpers/properties/cases-at-once.ts';
import { settingsOf } from '../../helpers/settings/environment.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { runFolder } from '../../helpers/client/network/run-folder.ts';
import { openNetwork } from '../../helpers/client/network/network.ts';
import { guardOf } from '../../helpers/connection/guard/guard.ts';
import { maskLedger } from '../../helpers/evidence/ledger/book.ts';
import { Answers } from '../../helpers/shared/answers.ts';
import { serveWorkers } from '../../helpers/shared/line.ts';
import { sendOver } from '../../helpers/shared/send.ts';
import type { Question } from '../../helpers/shared/sent.ts';
import { callOf, stimulusOf } from '../../helpers/shared/stimuli.ts';
import { isInteractive } from './frame/looks-on.ts';

/** The response time from which a target is slow, because a run would mostly wait, in milliseconds. */
const slowMs = 100;
/** The total waiting time from which more workers are worth their start-up time, in milliseconds. */
const worthMs = 20_000;
/** The memory that a worker uses; half of the free memory is left for other programs. */
const workerBytes = 250 * 1024 * 1024;
/** The number of concurrent probes that test whether responses become slower under load. */
const burst = 5;

const isSlow = (): boolean => pace.answerMs >= slowMs && pace.answerMs < Infinity;

/**
 * Sends each identical request of the tests only once, and prefetches requests that are known in advance, so that tests
 * do not wait for each other; see PREFETCH_CONCURRENCY. Every test still runs in its worker and judges the response. It
 * reports nothing.
 *
 * By default it prefetches only on a slow target, and uses more workers there for the remaining tests.
 */
export default class AskOnce implements Reporter {
  #end: (() => void) | undefined;
  /** The number of concurrent prefetched requests, if it was chosen for a slow target. */
  concurrency: number | undefined;

  /** Runs after the preflight of ConformanceReporter. */
  async preprocess({ config, suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const settings = settingsOf(config);
    if (!settings || !sendsAhead(settings) || !isSlow() || isInteractive()) return;
    const shards = config.shard?.total ?? 1;
    const left = suite.allTests().filter((test) => test.parent.project()?.name === 'api' && !stimulusOf(test.title));
    const isChosen = process.argv.some((argument) => /^(?:-j|--workers)/.test(argument));
    const needsMore = () => !isChosen && left.length * pace.answerMs >= worthMs;
    if (settings.prefetchConcurrency !== undefined && !needsMore()) return;
    // The first response times include the start of this process, so measure a seemingly slow target again.
    await probe(settings, askWith(settings, pace.note));
    if (!isSlow()) return;
    const { ahead, workers, cases } = concurrencyFor((await isSlowedByBurst(settings)) ? slowMs : pace.answerMs);
    this.concurrency = settings.prefetchConcurrency ?? Math.ceil(ahead / shards);
    if (!needsMore()) return;
    // The runner reads `workers` when it starts the tests; a runner that reads it earlier keeps the given number.
    const more = Math.min(Math.ceil(workers / shards), Math.floor(process.availableMemory() / (2 * workerBytes)));
    Reflect.set(config, 'workers', Math.max(config.workers, more));
    tellCasesAtOnce(cases);
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const given = settingsOf(config);
    if (!given || process.argv.includes('--list')) return;
    const settings = { ...given, baseUrl: given.baseUrl || (process.env.SANDBOX_URL ?? '') };
    const mask = maskFor(settings);
    // The process that sends a payment request writes it to the ledger.
    maskLedger(mask);
    const { requestTimeoutMs: timeoutMs } = settings;
    const network = openNetwork(settings);
    const answers = new Answers(sendOver({ guard: guardOf(settings), timeoutMs, mask, network }));
    this.#end = serveWorkers(runFolder(), answers);
    const concurrency = this.concurrency ?? given.prefetchConcurrency;
    if (concurrency && sendsAhead(settings) && !isInteractive()) {
      answers.sendAhead(
        suite.allTests().flatMap((test) => questionOf(test, settings) ?? []),
        concurrency,
      );
    }
  }

  onEnd(): void {
    this.#end?.();
  }
}

/** Whether responses become slower under load; concurrency is then as low as for a fast target. */
const isSlowedByBurst = async (settings: Settings): Promise<boolean> => {
  const answeredAfter: number[] = [];
  const ask = askWith(settings, (ms) => answeredAfter.push(ms));
  await Promise.all(Array.from({ length: burst }, () => probe(settings, ask, false)));
  return answeredAfter.length === 0 || Math.max(...answeredAfter) > 2 * pace.answerMs;
};

/** Whether to prefetch: by default on every target but the sandbox, which answers quickly. */
const sendsAhead = ({ prefetchConcurrency, target }: Settings): boolean =>
  Boolean(prefetchConcurrency ?? target !== 'sandbox');

/** The known request of a test; undefined when there is none, or the test is not applicable. */
const questionOf = ({ title, tags, expectedStatus }: TestCase, settings: Settings): Question | undefined => {
  const isAbsent = capabilitiesOfTags(tags).some((name) => (settings.notApplicable as Set<string>).has(name));
  const stimulus = isAbsent || expectedStatus !== 'passed' ? undefined : stimulusOf(title);
  const call = stimulus && callOf(stimulus, settings);
  return call && { address: settings.baseUrl, call };
};
