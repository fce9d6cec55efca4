import { randomUUID } from 'node:crypto';
import type { Server } from 'node:net';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { askWith, probe } from '../preflight/probes.ts';
import { pace } from '../preflight/pace.ts';
import { settingsOf } from '../../helpers/settings/environment.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import { runFolder } from '../../helpers/client/network/run-folder.ts';
import { openNetwork } from '../../helpers/client/network/network.ts';
import { guardOf } from '../../helpers/guard/guard.ts';
import { prefetchableBody, sendAhead } from '../../helpers/prefetch/bodies-alone.ts';
import { serveWorkers } from '../../helpers/prefetch/line.ts';
import { Queue } from '../../helpers/prefetch/queue.ts';
import { looksOn } from './frame/looks-on.ts';
import type { Sent } from '../../helpers/prefetch/sent.ts';

/** How often the time of a test that waits for its turn is lengthened, in milliseconds. */
const waitMs = 500;

/** From when on an answer takes so long that most of a run would be waiting, in milliseconds. */
const slowMs = 100;
/** How many tests are sent ahead then where nobody has said: no more than a browser asks at once of any site. */
const unasked = 8;
/**
 * How many workers run the tests then that cannot be sent ahead, and from what waiting on they are worth their start, in
 * milliseconds. Each takes a second of processor time and 250 MB.
 */
const [moreWorkers, worthMs] = [6, 20_000];

const isSlow = (): boolean => pace.answerMs >= slowMs && pace.answerMs < Infinity;

/**
 * Sends the requests of simple tests ahead, so that no test waits for another one's answers; see PREFETCH_CONCURRENCY. Every test
 * still runs in its worker and judges what was answered. It reports nothing.
 *
 * Of itself it does so only on a target that takes its time, and has more workers then for the tests that are left.
 */
export default class SendAhead implements Reporter {
  #server: Server | undefined;
  /** How many tests are sent ahead at the same time, where this was chosen for the target's pace. */
  #atOnce: number | undefined;

  /** The suite's own reporter has looked at the target by now. */
  async preprocess({ config, suite }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    const settings = settingsOf(config);
    if (!settings || !isSlow() || looksOn()) return;
    const shards = config.shard?.total ?? 1;
    const left = suite
      .allTests()
      .filter((test) => test.parent.project()?.name === 'api' && !prefetchableBody(test, settings));
    const isChosen = process.argv.some((argument) => /^(?:-j|--workers)/.test(argument));
    const needsMore = () => !isChosen && left.length * pace.answerMs >= worthMs;
    if (settings.prefetchConcurrency !== undefined && !needsMore()) return;
    // The first answers of all also waited for this process, so a target that seems slow is asked again.
    await probe(settings, askWith(settings, pace.note));
    if (!isSlow()) return;
    this.#atOnce = settings.prefetchConcurrency ?? Math.ceil(unasked / shards);
    // The runner reads it when it comes to the tests; one that does not would go on with two.
    if (needsMore()) Reflect.set(config, 'workers', Math.max(config.workers, Math.ceil(moreWorkers / shards)));
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const given = settingsOf(config);
    const atOnce = this.#atOnce ?? given?.prefetchConcurrency;
    if (!given || !atOnce || looksOn() || process.argv.includes('--list')) return;
    const settings = { ...given, baseUrl: given.baseUrl || (process.env.SANDBOX_URL ?? '') };
    const network = openNetwork(settings);
    const connection = {
      baseUrl: settings.baseUrl,
      guard: guardOf(settings),
      timeoutMs: settings.requestTimeoutMs,
      mask: maskFor(settings),
    };
    const lengthened = new Map<string, (ms: number) => void>();
    const ofRun = randomUUID();
    const jobOf = (test: TestCase): [string, () => Promise<Sent>][] => {
      const body = prefetchableBody(test, settings);
      if (!body) return [];
      const extendTimeout = (ms: number): void => lengthened.get(test.id)?.(ms);
      const send = () =>
        sendAhead(body, `${ofRun} ${test.id}`, settings, {
          ...connection,
          retryPolicy: network.retryPolicy(extendTimeout),
        });
      return [[test.id, send]];
    };
    const queue = new Queue(new Map(suite.allTests().flatMap(jobOf)), atOnce);
    this.#server = serveWorkers(runFolder(), {
      hold: () => queue.hold(),
      release: () => queue.release(),
      async sentFor(testId, extendTimeout) {
        const asked = queue.ask(testId);
        if (!asked) return null;
        lengthened.set(testId, extendTimeout);
        // Until it is its turn, time is nobody's.
        const timer = setInterval(() => extendTimeout(waitMs), waitMs);
        const { outcome } = await asked;
        clearInterval(timer);
        return outcome.finally(() => lengthened.delete(testId));
      },
    });
    queue.begin();
  }

  onEnd(): void {
    this.#server?.close();
  }
}
