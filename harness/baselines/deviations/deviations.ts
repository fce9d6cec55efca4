import { targetName } from '../../results/target-name.ts';
import type { RuleResult, RunFacts } from '../../results/results-schema.ts';
import type { RuleId } from '../../../interface/rules/catalogue.ts';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { deviationsFile, isFor, readKnownDeviations, type KnownDeviation } from './known-deviations.ts';

/** The part of a known deviation that reports show. */
export type Known = NonNullable<RuleResult['known']>;

/** A verdict with the error behind it. */
interface Judged {
  verdict: string;
  error: string | null;
}

/** The known deviations of one target on one day. A failure that does not match its entry exactly stays a failure. */
export class Deviations {
  readonly #entries: ReadonlyMap<RuleId, KnownDeviation>;
  readonly #today: string;
  readonly #file: string;

  /**
   * @param all for all targets, from readKnownDeviations
   * @param today the day of the run, as YYYY-MM-DD
   * @param file the path that messages about an entry name
   */
  constructor(all: readonly KnownDeviation[], run: Pick<RunFacts, 'target' | 'host'>, today: string, file: string) {
    const name = targetName(run);
    this.#entries = new Map(all.filter((one) => isFor(one, name)).map((one) => [one.rule, one]));
    this.#today = today;
    this.#file = file;
  }

  /** The entry that covers a rule; undefined when there is none. */
  of(rule: RuleId | undefined): Known | undefined {
    const entry = rule && this.#entries.get(rule);
    if (!entry) return undefined;
    const { owner, ticket, expires, reason } = entry;
    return { owner, ticket, expires, reason };
  }

  /** The rules that are covered, and those among them whose entry has expired. */
  overview(): { rules: RuleId[]; expired: RuleId[] } {
    const entries = [...this.#entries.values()];
    const expired = entries.filter((entry) => this.#isExpired(entry));
    return { rules: entries.map(({ rule }) => rule), expired: expired.map(({ rule }) => rule) };
  }

  /** Whether a failure of a test is the known one. @param error the text of one error */
  isKnown(rule: RuleId, title: string, error: string): boolean {
    const entry = this.#entries.get(rule);
    return entry !== undefined && describes(entry, title) && !this.#isExpired(entry) && isAsDescribed(entry, error);
  }

  /** Fails a passing test whose entry says that it fails, and adds advice to the error of each failure. */
  withAdvice<J extends Judged>(rule: RuleId, title: string, judged: J): J {
    const entry = this.#entries.get(rule);
    if (!entry) return judged;
    if (judged.verdict === 'pass' && describes(entry, title)) {
      return { ...judged, verdict: 'fail', error: this.#advice(entry, title, null) };
    }
    if (judged.verdict !== 'fail') return judged;
    const error = judged.error ?? '';
    return { ...judged, error: `${this.#advice(entry, title, error)}\n\n${error}`.trimEnd() };
  }

  /** Problems with entries that name tests which do not exist; pass all tests of a complete run. */
  unknownTests(tests: readonly { rule: string | undefined; title: string }[]): string[] {
    return [...this.#entries.values()].flatMap((entry) =>
      (entry.fails.tests ?? [])
        .filter((part) => !tests.some(({ rule, title }) => rule === entry.rule && title.includes(part)))
        .map((part) => `${this.#file}: ${entry.rule} has no test with "${part}" in its title; correct fails.tests`),
    );
  }

  #isExpired({ expires }: KnownDeviation): boolean {
    return expires < this.#today;
  }

  #advice(entry: KnownDeviation, title: string, error: string | null): string {
    const { ticket, owner, expires } = entry;
    const known = `the known deviation ${ticket}`;
    if (error === null) {
      return (
        `Passes again, although ${known} says that it fails. Remove the entry from ${this.#file}` +
        (describes(entry, title, true)
          ? ', or this test from its fails.tests.'
          : ', or name in fails.tests what fails.')
      );
    }
    if (!describes(entry, title)) return `Not covered by ${known}, whose fails.tests do not name this test. Fix it.`;
    if (!isAsDescribed(entry, error)) {
      return `Fails in another way than ${known} describes. Fix it, or have ${owner} review fails.error in ${this.#file}.`;
    }
    return (
      `Fails as described, but ${known} expired on ${expires}. Fix it and remove the entry from ${this.#file}, ` +
      `or have ${owner} renew it.`
    );
  }
}

/**
 * The deviations that apply to a run which starts now.
 *
 * @param host of the target
 * @throws DeviationsError like readKnownDeviations
 */
export const deviationsOf = (settings: Settings | undefined, host: string): Deviations => {
  const { target = 'sandbox', knownDeviations } = settings ?? {};
  const today = new Date().toISOString().slice(0, 10);
  return new Deviations(
    settings ? readKnownDeviations(knownDeviations) : [],
    { target, host },
    today,
    deviationsFile(knownDeviations),
  );
};

const describes = ({ fails: { tests } }: KnownDeviation, title: string, byName = false): boolean =>
  tests ? tests.some((part) => title.includes(part)) : !byName;

/** The findings in the text of a failure, one per line. */
export const findingsOf = (error: string): string[] =>
  [...error.matchAll(/^ {2}- (.+)$/gm)].map(([, finding = '']) => finding);

/** Whether an error contains all texts of an entry and no other finding. */
const isAsDescribed = ({ fails }: KnownDeviation, error: string): boolean => {
  const texts = [fails.error].flat();
  return (
    texts.every((text) => error.includes(text)) &&
    findingsOf(error).every((finding) => texts.some((text) => finding.includes(text) || text.includes(finding)))
  );
};

/** Days left: 0 on the last day, negative afterwards. @param at a date or a time, ISO 8601 */
export const daysLeft = ({ expires }: Pick<Known, 'expires'>, at: string): number =>
  Math.round((Date.parse(expires) - Date.parse(at.slice(0, 10))) / 86_400_000);
