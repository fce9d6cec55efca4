import { request } from 'undici';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { Occasion } from '../../helpers/settings/declarations/run.ts';
import type { Digest } from './digest.ts';
import { ProxyFault } from '../../helpers/way-in/tunnel.ts';
import { wayOutTo, type WayOut } from '../../helpers/way-in/way-in.ts';
import { messageOf } from './messages.ts';

/** Where a digest goes, and how it gets there. */
export type Receiver = Pick<Settings, 'digestWebhookUrl' | 'digestWebhookFormat'> & { wayIn?: WayOut };

/** How long the receiver may take. */
const patienceMs = 10_000;

/** Whether a run is an occasion. Partial and interrupted runs and repetitions are somebody's own business. */
export const isOccasion = (digest: Digest, occasion: Occasion): boolean => {
  if (digest.partial || digest.interrupted || digest.profile === 'stability') return false;
  const { comparison: since, verdict } = digest;
  if (occasion === 'always') return true;
  if (occasion === 'failure') return verdict !== 'conforming';
  const changes = [since?.broken, since?.fixed, since?.newlyNotTested, since?.judgedAgain, since?.observations];
  return !since || since.with.verdict !== verdict || changes.some((ids) => ids && ids.length > 0);
};

/**
 * Sends a digest to the webhook of the settings, if there is one.
 *
 * @param mask for the message, whatever it quotes
 * @returns one line that says how it went, without the address; undefined when nothing was to be sent
 */
export const deliver = async (
  digest: Digest,
  settings: Receiver,
  mask: (text: string) => string,
  waitMs = patienceMs,
): Promise<string | undefined> => {
  const { digestWebhookUrl: address, digestWebhookFormat: format, wayIn = {} } = settings;
  if (!address) return undefined;
  const failed = (why: string): string => `The digest was not delivered to DIGEST_WEBHOOK_URL: ${why}`;
  try {
    // It follows no redirect: the address is a secret, and so is what stands behind it.
    const { statusCode, body } = await request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: mask(messageOf(digest, format)),
      signal: AbortSignal.timeout(waitMs),
      dispatcher: wayOutTo(address, wayIn, waitMs),
    });
    body.on('error', () => {}).destroy();
    if (statusCode >= 200 && statusCode < 300) return `The digest was delivered (${format}).`;
    const why = statusCode >= 300 && statusCode < 400 ? 'a redirect, which is not followed' : 'it was refused';
    return failed(`HTTP ${statusCode}, ${why}`);
  } catch (error) {
    if (error instanceof ProxyFault) return failed(error.message);
    const { name, code } = error as NodeJS.ErrnoException;
    return failed(name === 'TimeoutError' ? `no answer within ${waitMs / 1000} s` : (code ?? name));
  }
};
