import { request } from 'undici';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { Occasion } from '../../helpers/settings/declarations/run.ts';
import type { Digest } from './digest.ts';
import { ProxyFault } from '../../helpers/connection/way-in/tunnel.ts';
import { wayOutTo, type WayOut } from '../../helpers/connection/way-in/way-in.ts';
import { messageOf } from './messages.ts';

/** The address and format of a digest, and the connection settings. */
export type Receiver = Pick<Settings, 'digestWebhookUrl' | 'digestWebhookFormat'> & { wayIn?: WayOut };

/** The timeout for the receiver. */
const timeoutMs = 10_000;

/** Whether to send the digest of a run; never for partial, interrupted and stability runs. */
export const shouldDeliver = (digest: Digest, occasion: Occasion): boolean => {
  if (digest.partial || digest.interrupted || digest.profile === 'stability') return false;
  const { comparison: since, verdict } = digest;
  if (occasion === 'always') return true;
  if (occasion === 'failure') return verdict !== 'conforming';
  const changes = [since?.broken, since?.fixed, since?.newlyNotTested, since?.judgedAgain, since?.observations];
  return !since || since.with.verdict !== verdict || changes.some((ids) => ids && ids.length > 0);
};

/**
 * Sends a digest to the webhook in the settings, if there is one.
 *
 * @param mask for the whole message
 * @returns the outcome in one line without the address; undefined without a webhook
 */
export const deliver = async (
  digest: Digest,
  settings: Receiver,
  mask: (text: string) => string,
  waitMs = timeoutMs,
): Promise<string | undefined> => {
  const { digestWebhookUrl: address, digestWebhookFormat: format, wayIn = {} } = settings;
  if (!address) return undefined;
  const failed = (why: string): string => `The digest was not delivered to DIGEST_WEBHOOK_URL: ${why}`;
  try {
    // Undici's request does not follow redirects, so that the digest is sent only to this address.
    const { statusCode, body } = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: mask(messageOf(digest, format)),
      signal: AbortSignal.timeout(waitMs),
      dispatcher: wayOutTo(address, wayIn, waitMs),
    });
    body.on('error', () => {}).destroy();
    if (statusCode >= 200 && statusCode < 300) return `The digest was delivered (${format}).`;
    const why = statusCode >= 300 && statusCode < 400 ? ', redirects are not followed' : '';
    return failed(`HTTP ${statusCode}${why}`);
  } catch (error) {
    if (error instanceof ProxyFault) return failed(error.message);
    const { name, code } = error as NodeJS.ErrnoException;
    return failed(name === 'TimeoutError' ? `no answer within ${waitMs / 1000} s` : (code ?? name));
  }
};
