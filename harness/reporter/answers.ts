import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { askWith, probe } from '../preflight/probes.ts';
import { atOnceFor, pace } from '../preflight/pace.ts';
import { capabilitiesOfTags } from '../../interface/rules/rule.ts';
import { tellCasesAtOnce } from '../../helpers/properties/cases-at-once.ts';
import { settingsOf } from '../../helpers/settings/environment.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { runFolder } from '../../helpers/client/network/run-folder.ts';
import { openNetwork } from '../../helpers/client/network/network.ts';
import { guardOf } from '../../helpers/guard/guard.ts';
import { maskLedger } from '../../helpers/ledger/book.ts';
import { Answers } from '../../helpers/shared/answers.ts';
import { serveWorkers } from '../../helpers/shared/line.ts';
import { sendOver } from '../../helpers/shared/send.ts';
import type { Question } from '../../helpers/shared/sent.ts';
import { callOf, stimulusOf } from '../../helpers/shared/stimuli.ts';
import { looksOn } from './frame/looks-on.ts';

/** From when on an answer takes so long that most of a run would be waiting, in milliseconds. */
const slowMs = 100;
/** From what waiting on further workers are worth their start, in milliseconds. */
const worthMs = 20_000;
/** What a worker takes of the memory; half of what is free is left to others. */
const workerBytes = 250 * 1024 * 1024;
/** How often the free endpoints are asked at the same time to see whether answers take longer then. */
const burst = 5;

const isSlow = (): boolean => pace.answerMs >= slowMs && pace.answerMs < Infinity;

/**
 * Puts the questions of all tests to the target, each once, and sends ahead what is known to be asked, so that no test
 * waits for another one's answers; see PREFETCH_CONCURRENCY. Every test still runs in its worker and judges what was
 * answered. It reports nothing.
 *
 * Of itself it sends ahead only on a target that takes its time, and has more workers then for the tests that are left.
 */
export default class AskOnce implements Reporter {
  #end: (() => void) | undefined;
  /** How many requests are sent ahead at the same time, where this was chosen for the target's pace. */
  atOnce: number | undefined;

  /** The suite's own reporter has looked at the target by now. */
  async preprocess({ config, suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const settings = settingsOf(config);
    if (!settings || !sendsAhead(settings) || !isSlow() || looksOn()) return;
    const shards = config.shard?.total ?? 1;
    const left = suite.allTests().filter((test) => test.parent.project()?.name === 'api' && !stimulusOf(test.title));
    const isChosen = process.argv.some((argument) => /^(?:-j|--workers)/.test(argument));
    const needsMore = () => !isChosen && left.length * pace.answerMs >= worthMs;
    if (settings.prefetchConcurrency !== undefined && !needsMore()) return;
    // The first answers of all also waited for this process, so a target that seems slow is asked again.
    await probe(settings, askWith(settings, pace.note));
    if (!isSlow()) return;
    const { ahead, workers, cases } = atOnceFor((await isSlowedByBurst(settings)) ? slowMs : pace.answerMs);
    this.atOnce = settings.prefetchConcurrency ?? Math.ceil(ahead / shards);
    if (!needsMore()) return;
    // The runner reads it when it comes to the tests; one that does not would go on with what it was given.
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
    // What pays is written down by the process that sends it.
    maskLedger(mask);
    const { requestTimeoutMs: timeoutMs } = settings;
    const network = openNetwork(settings);
    const answers = new Answers(sendOver({ guard: guardOf(settings), timeoutMs, mask, network }));
    this.#end = serveWorkers(runFolder(), answers);
    const atOnce = this.atOnce ?? given.prefetchConcurrency;
    if (atOnce && sendsAhead(settings) && !looksOn()) {
      answers.sendAhead(
        suite.allTests().flatMap((test) => questionOf(test, settings) ?? []),
        atOnce,
      );
    }
  }

  onEnd(): void {
    this.#end?.();
  }
}

/** Whether answers take longer where many are asked for at the same time: then no more are than of any site. */
const isSlowedByBurst = async (settings: Settings): Promise<boolean> => {
  const answeredAfter: number[] = [];
  const ask = askWith(settings, (ms) => answeredAfter.push(ms));
  await Promise.all(Array.from({ length: burst }, () => probe(settings, ask, false)));
  return answeredAfter.length === 0 || Math.max(...answeredAfter) > 2 * pace.answerMs;
};

/** What answers at once is sent ahead only where somebody has said so. */
const sendsAhead = ({ prefetchConcurrency, target }: Settings): boolean =>
  Boolean(prefetchConcurrency ?? target !== 'sandbox');

/** What a test is known to ask; undefined where its target is declared not to have what it needs. */
const questionOf = ({ title, tags, expectedStatus }: TestCase, settings: Settings): Question | undefined => {
  const isAbsent = capabilitiesOfTags(tags).some((name) => (settings.notApplicable as Set<string>).has(name));
  const stimulus = isAbsent || expectedStatus !== 'passed' ? undefined : stimulusOf(title);
  const call = stimulus && callOf(stimulus, settings);
  return call && { address: settings.baseUrl, call };
};
