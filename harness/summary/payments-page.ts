import { filmName } from '../../helpers/payments/film.ts';
import { escapeHtml } from '../../helpers/redaction/escape-html.ts';
import type { Results } from '../results/results-schema.ts';
import { pageStyle } from './page-style.ts';

/** The page with the pictures, in the folder of the reports. */
export const paymentsFile = 'payments.html';

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
figure { flex: none; margin: 0; width: 30rem; max-width: 85vw; }
.phone figure { width: 15rem; }
img { display: block; width: 100%; border: 1px solid var(--line); }
figcaption { color: var(--soft); font-size: .86rem; margin-top: .3rem; }`;

/** What the customer saw of one payment of each kind, from the first page to the last. No scripts, nothing from outside. */
export const paymentsPageOf = ({ run }: Results, pictures: readonly Picture[]): string => {
  const host = run.host ? ` at ${run.host}` : '';
  const names = [...new Set(pictures.map(({ film }) => film))].toSorted((one, other) => placeOf(one) - placeOf(other));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>What the customer saw: ${escapeHtml(`${run.target}${host}`)}</title><style>${pageStyle}${style}</style></head><body>
<p class="over">Payment collection conformance</p>
<h1>What the customer saw</h1>
<p>${escapeHtml(`${run.target}${host}, ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`)}. The first payment of each kind: the
page before each press that changed it, and at last. Grey: keys, data of the customer, and frames of others.</p>
${names.map((name) => filmOf(name, pictures)).join('\n')}
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
