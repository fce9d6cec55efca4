import type { TestResult } from '@playwright/test/reporter';
import type { Settings } from '../../helpers/settings/settings.ts';
import { maskFor, maskingOf, type Mask, type Masking } from '../../helpers/redaction/secrets.ts';
import type { Results } from '../results/results-schema.ts';
import { provenScan } from '../scrub/canaries.ts';
import { maskEvidence } from '../scrub/mask-evidence.ts';
import { searchable, tooOrdinary, type Removal } from '../scrub/scan.ts';
import { relativeTo } from '../results/files/place.ts';

/** Keeps keys and customer data out of all artefacts of a run, and records what was removed. */
export class CleanReports {
  /** For displayed text. */
  readonly mask: Mask;
  /** For whole files, in which keys that are ordinary words are not masked. */
  readonly maskFile: Masking;
  readonly #settings: Settings | undefined;
  readonly #root: string;
  readonly #folder: string;
  readonly #removed: Removal[] = [];

  /**
   * @param settings undefined while they are not known; nothing is masked then
   * @param folder the reports of the run, relative to the root
   */
  constructor(settings: Settings | undefined, root: string, folder = 'reports') {
    this.mask = settings ? maskFor(settings) : (text) => text;
    this.maskFile = settings ? maskingOf(searchable(settings)) : (text) => text;
    this.#settings = settings;
    this.#root = root;
    this.#folder = folder;
  }

  /** Masks the artefacts of a test in place. */
  clean(result: TestResult): void {
    const removed = maskEvidence(result, this.mask, this.maskFile);
    const shown = (file: string): string => relativeTo(this.#root, file).replace(/^reports\//, '');
    this.#removed.push(...removed.map((one) => ({ ...one, file: shown(one.file) })));
  }

  /**
   * Searches all reports.
   *
   * @throws BlindScan when the search is not reliable
   */
  search(): void {
    if (this.#settings) this.#removed.push(...provenScan(`${this.#root}/${this.#folder}`, searchable(this.#settings)));
  }

  /** What was removed so far, and the settings that cannot be searched for. */
  found(): Pick<Results['run'], 'removed' | 'unsearched'> {
    const unsearched = this.#settings ? tooOrdinary(this.#settings) : [];
    return {
      ...(this.#removed.length > 0 ? { removed: this.#removed } : {}),
      ...(unsearched.length > 0 ? { unsearched } : {}),
    };
  }
}
