import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Settings } from '../settings/settings.ts';
import { wayInOf, type WayInFacts } from './way-in.ts';

/** What the suite speaks TLS with, towards the browser of the run. */
export interface RunIdentity {
  cert: string;
  key: string;
}

type Facts = WayInFacts & Pick<Settings, 'merchantOrigin' | 'merchantCertificate' | 'merchantKey'>;

/** Days for which a certificate is good that ends with its process. */
const validDays = 3;

let made: Promise<RunIdentity> | undefined;

/**
 * The certificate of the merchant's pages, which the browser's proxy shows as well where it adds something to what a
 * target is sent: the one of the settings, or one that is made for this process and never written down.
 *
 * @returns undefined where nothing of the suite speaks TLS
 */
export const runIdentity = async (settings: Facts): Promise<RunIdentity | undefined> => {
  const { merchantOrigin = '', merchantCertificate, merchantKey } = settings;
  const isMerchantEncrypted = merchantOrigin.startsWith('https:');
  if (!isMerchantEncrypted && !wayInOf(settings).addsAnything) return undefined;
  if (isMerchantEncrypted && merchantCertificate !== undefined && merchantKey !== undefined) {
    return { cert: readFileSync(merchantCertificate, 'utf8'), key: readFileSync(merchantKey, 'utf8') };
  }
  return (made ??= makeIdentity(isMerchantEncrypted ? new URL(merchantOrigin).hostname : 'localhost'));
};

const makeIdentity = async (name: string): Promise<RunIdentity> => {
  // Only here, because few runs need it and it takes a while to load.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * 24 * 60 * 60 * 1000),
  });
  return { cert, key };
};

/** The switch with which a Chromium trusts an identity, and no other certificate for its sake. */
export const trustSwitch = ({ cert }: Pick<RunIdentity, 'cert'>): string => {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
};
