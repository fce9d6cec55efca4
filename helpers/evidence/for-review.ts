import { normalize } from '../redaction/placeholders.ts';
import { maskingOf, type Secrets } from '../redaction/secrets.ts';

/** The attachment with a picture for somebody who decides a point. @param id of the point */
export const pictureFor = (id: string): string => `picture for review: ${id}`;

/** The attachment with the words of what a picture shows. */
export const wordsFor = (id: string): string => `words for review: ${id}`;

/** An attachment of a test. */
interface Attachment {
  name: string;
  contentType: string;
  body: Buffer;
}

/**
 * What a page looks like and says, for somebody who decides about it. A page that shows a key has no picture, and one
 * of which none can be taken is judged all the same.
 *
 * @param shown all that the page shows, its `text` among it
 * @param own values that the payment alone has
 */
export const lookFor = async (
  id: string,
  shown: { text: string },
  own: readonly unknown[],
  { secretKey, publishableKey }: Secrets,
  take: () => Promise<Buffer>,
): Promise<Attachment[]> => {
  const all = JSON.stringify(shown);
  const showsKey = maskingOf({ secretKey, publishableKey })(all) !== all;
  const picture = showsKey ? undefined : await take().catch(() => undefined);
  const words = Buffer.from(lastingWords(shown.text, own));
  return [
    ...(picture ? [{ name: pictureFor(id), contentType: 'image/png', body: picture }] : []),
    { name: wordsFor(id), contentType: 'text/plain', body: words },
  ];
};

/** The words of a page without what is another in each run. @param own values that the payment alone has */
const lastingWords = (text: string, own: readonly unknown[]): string => {
  const known = own.filter((value): value is string => typeof value === 'string' && value !== '');
  const words = normalize(known.reduce((rest, value) => rest.replaceAll(value, '#'), text)).split(' ');
  return words.map((word) => (/\d/.test(word) ? '#' : word)).join(' ');
};
