import { filmName } from '../../helpers/payments/film.ts';
import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import type { Results } from '../results/results-schema.ts';
import { headOf } from './page-style.ts';

/** The page with the pictures, and that of two runs, in the folder of the reports. */
export const paymentsFile = 'payments.html';
export const comparedPaymentsFile = 'payments-compared.html';

/** A picture of a payment, with the name of its film. */
export interface Picture {
  readonly film: string;
  readonly jpeg: Buffer;
}

/** The pictures of payments that a test has attached, in their order. */
export const picturesIn = (attachments: readonly { name: string; body?: Buffer | undefined }[]): Picture[] =>
  attachments.flatMap(({ name, body }) =>
    name.startsWith(filmName) && body ? [{ film: name.slice(filmName.length).replace(/, \d+$/, ''), jpeg: body }] : [],
  );

const channels = { redirect: 'Hosted page', form: 'Form post', iframe: 'Iframe' } as const;
const ends = ['success', 'failure', 'cancel'];

const style = `
.film { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: .6rem; }
figure { flex: none; margin: 0; width: 30rem; max-width: 75vw; }
.phone figure { width: 15rem; }
img { display: block; width: 100%; border: 1px solid var(--line); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-bottom: 1rem; }
.pair figure { width: auto; max-width: none; }
.phone.pair figure { max-width: 15rem; }
figcaption { color: var(--soft); font-size: .86rem; margin-top: .3rem; }`;

const head = (title: string): string => `${headOf(title, { policy: '; img-src data:', style })}
<p class="over">Payment collection conformance</p>`;

/** What the customer saw of one payment of each kind, from the first page to the last. No scripts, nothing from outside. */
export const paymentsPageOf = ({ run }: Results, pictures: readonly Picture[]): string => {
  const host = run.host ? ` at ${run.host}` : '';
  const names = [...new Set(pictures.map(({ film }) => film))].toSorted((one, other) => placeOf(one) - placeOf(other));
  return `${head(`What the customer saw: ${run.target}${host}`)}
<h1>What the customer saw</h1>
<p>${escapeHtml(`${run.target}${host}, ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`)}. The first payment of each kind: the
page before each press that changed it, and at last. Grey: keys, data of the customer, and frames of others.</p>
${names.map((name) => filmOf(name, pictures)).join('\n')}
</body></html>
`;
};

/** The pictures of a page with payments: its film and step, and the picture as an address. */
const picturesOn = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/<img src="(data:image\/jpeg;base64,[\w+/=]+)" alt="([^"<>]+)">/g)].map(
      ([, image = '', name = '']) => [name, image],
    ),
  );

/** The film of a picture: `Form post, success` of `Form post, success: Step 1`. */
const filmIn = (name: string): string => name.replace(/: [^:]*$/, '');

/**
 * What the customer saw in two runs, step by step, the earlier one on the left.
 *
 * @param before the page of the earlier run
 * @param after the page of the later one
 */
export const comparedPaymentsOf = (before: string, after: string): string => {
  const [left, right] = [picturesOn(before), picturesOn(after)];
  const steps = [...new Set([...right.keys(), ...left.keys()])];
  const films = new Set(steps.map(filmIn));
  const figure = (image: string | undefined, caption: string): string =>
    `<figure>${image ? `<img src="${image}" alt="${caption}">` : ''}<figcaption>${caption}${image ? '' : ': no picture'}</figcaption></figure>`;
  const pair = (name: string): string => {
    const step = name.replace(/^.*: /, '');
    const [earlier, later] = [left.get(name), right.get(name)];
    return `<div class="pair${/ phone:/.test(name) ? ' phone' : ''}">${figure(earlier, `${step}, before`)}${figure(later, `${step}, ${earlier === later ? 'the same' : 'after'}`)}</div>`;
  };
  return `${head('What the customer saw in two runs')}
<h1>What the customer saw in two runs</h1>
<p>The earlier run on the left, the later one on the right. A picture also differs where only a reference or a time does.</p>
${[...films]
  .map(
    (film) =>
      `<h2>${film}</h2>\n${steps
        .filter((name) => filmIn(name) === film)
        .map(pair)
        .join('\n')}`,
  )
  .join('\n')}
</body></html>
`;
};

const partsOf = (film: string): string[] => film.split(', ');

/** Channels in the order of the interface, then ends, then screens. */
const placeOf = (film: string): number => {
  const [channel = '', end = '', screen = ''] = partsOf(film);
  return 100 * Object.keys(channels).indexOf(channel) + 10 * ends.indexOf(end) + Number(screen === 'phone');
};

const filmOf = (name: string, pictures: readonly Picture[]): string => {
  const [channel = '', end = '', screen = ''] = partsOf(name);
  const own = pictures.filter(({ film }) => film === name);
  const title = `${channels[channel as keyof typeof channels] ?? channel}, ${end}${screen === 'phone' ? ', on a phone' : ''}`;
  const figures = own.map(({ jpeg }, index) => {
    const step = index === own.length - 1 ? 'At last' : `Step ${index + 1}`;
    const image = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    return `<figure><img src="${image}" alt="${escapeHtml(`${title}: ${step}`)}"><figcaption>${step}</figcaption></figure>`;
  });
  return `<h2>${escapeHtml(title)}</h2>
<div class="film${screen === 'phone' ? ' phone' : ''}" tabindex="0" role="group" aria-label="${escapeHtml(title)}">${figures.join('\n')}</div>`;
};
