import type { Frame, Locator, Page } from '@playwright/test';
import type { Mask } from '../redaction/secrets.ts';
import { claimInRun } from '../run/run-log.ts';
import type { Situation } from './checkout-page.ts';
import { maskColor, readFrame } from './pictures.ts';

/** The pictures of one payment, and how long one may take in milliseconds. */
const [mostPictures, pictureMs] = [12, 3_000];
/** Wider than a phone, in CSS pixels. */
const desktopWidth = 600;

/**
 * What the customer saw of the first payment of each kind in a run: the page before each press, and at last. Keys and data
 * of the customer are covered.
 */
export class Film {
  /** For example `form, success, phone`. */
  readonly name: string;
  /** JPEG, in their order. */
  readonly pictures: Buffer[] = [];
  readonly #page: Page;
  readonly #where: Page | Frame;
  readonly #mask: Mask;
  /** What the page was made of when it was photographed last. */
  #last = '';
  #isOver = false;

  private constructor(name: string, where: Page | Frame, mask: Mask) {
    this.name = name;
    this.#where = where;
    this.#page = pageOf(where);
    this.#mask = mask;
  }

  /** Undefined for a payment of a kind of which the run has a film. */
  static of({ channel, intention }: Situation, where: Page | Frame, mask: Mask): Film | undefined {
    const { width = desktopWidth } = pageOf(where).viewportSize() ?? {};
    const name = `${channel}, ${intention}, ${width < desktopWidth ? 'phone' : 'desktop'}`;
    return claimInRun(`film ${name}`) ? new Film(name, where, mask) : undefined;
  }

  /**
   * Adds a picture of the window, unless it is as the last one: a picture takes much longer than to ask what the page is made
   * of. One that cannot be taken, or not be covered, is left out.
   */
  async take(): Promise<void> {
    if (this.#isOver || this.pictures.length >= mostPictures || this.#page.isClosed()) return;
    const options = { type: 'jpeg', quality: 60, scale: 'css', caret: 'hide', timeout: pictureMs } as const;
    try {
      const { look, mask } = await this.#read();
      if (look === this.#last) return;
      this.#last = look;
      const picture = await this.#page.screenshot({ ...options, mask, maskColor });
      if (!this.pictures.at(-1)?.equals(picture)) this.pictures.push(picture);
    } catch {
      // The page is being left.
    }
  }

  /** Adds the last picture: what is tried on the page once the payment is settled, no customer does. */
  async end(): Promise<void> {
    await this.take();
    this.#isOver = true;
  }

  /** Whether it shows the payment of a window or frame. */
  shows(where: Page | Frame): boolean {
    return this.#where === where;
  }

  /**
   * What the page is made of; and what is covered: frames of others, and elements whose own text or value holds something
   * that is masked.
   */
  async #read(): Promise<{ look: string; mask: Locator[] }> {
    const frames = this.#page.frames().filter((frame) => frame === this.#where || frame === this.#page.mainFrame());
    const read = await Promise.all(frames.map((frame) => readFrame(frame, this.#mask)));
    // Also one that is added before the picture is taken.
    const others = this.#where.locator('iframe, frame');
    return { look: read.map(({ look }) => look).join(), mask: [...read.flatMap(({ mask }) => mask), others] };
  }
}

/** The beginning of the names of attachments with pictures. */
export const filmName = 'film: ';

/** The pictures of a film as attachments of its test: `film: form, success, phone, 1`. */
export const attachmentsOf = ({ name, pictures }: Film): { name: string; body: Buffer; contentType: string }[] =>
  pictures.map((body, index) => ({ name: `${filmName}${name}, ${index + 1}`, body, contentType: 'image/jpeg' }));

const pageOf = (where: Page | Frame): Page => ('mainFrame' in where ? where : where.page());
