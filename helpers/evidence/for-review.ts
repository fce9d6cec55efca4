import { normalize } from '../redaction/placeholders.ts';
import { maskingOf, type Secrets } from '../redaction/secrets.ts';

/** The attachment with a picture for the reviewer of a point. @param id of the point */
export const pictureFor = (id: string): string => `picture for review: ${id}`;

/** The attachment with the text of the pictured page. */
export const wordsFor = (id: string): string => `words for review: ${id}`;

/** An attachment of a test. */
interface Attachment {
  name: string;
  contentType: string;
  body: Buffer;
}

/**
 * A picture and the text of a page for a reviewer. There is no picture of a page that shows a key, or if taking one
 * fails.
 *
 * @param shown everything that the page shows, including its `text`
 * @param own values that are unique to the payment
 */
export const lookFor = async (
  id: string,
  shown: { text: string },
  own: readonly unknown[],
  { secretKey, publishableKey }: Secrets,
  takePicture: () => Promise<Buffer>,
): Promise<Attachment[]> => {
  const all = JSON.stringify(shown);
  const showsKey = maskingOf({ secretKey, publishableKey })(all) !== all;
  const picture = showsKey ? undefined : await takePicture().catch(() => undefined);
  const words = Buffer.from(lastingWords(shown.text, own));
  return [
    ...(picture ? [{ name: pictureFor(id), contentType: 'image/png', body: picture }] : []),
    { name: wordsFor(id), contentType: 'text/plain', body: words },
  ];
};

/** The text of a page without parts that differ from run to run. @param own values that are unique to the payment */
const lastingWords = (text: string, own: readonly unknown[]): string => {
  const known = own.filter((value): value is string => typeof value === 'string' && value !== '');
  const words = normalize(known.reduce((rest, value) => rest.replaceAll(value, '#'), text)).split(' ');
  return words.map((word) => (/\d/.test(word) ? '#' : word)).join(' ');
};
