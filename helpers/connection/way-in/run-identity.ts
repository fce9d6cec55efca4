import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Settings } from '../../settings/settings.ts';
import { wayInOf, type WayInFacts } from './way-in.ts';

/** The certificate and key of the suite's TLS connections with the browser of the run. */
export interface RunIdentity {
  cert: string;
  key: string;
}

type Facts = WayInFacts & Pick<Settings, 'merchantOrigin' | 'merchantCertificate' | 'merchantKey'>;

/** The validity of a generated certificate, in days. */
const validDays = 3;

let made: Promise<RunIdentity> | undefined;

/**
 * The certificate of the merchant's pages, which the browser's proxy also uses where it terminates TLS: that of the
 * settings, or one that is generated for this process and never stored.
 *
 * @returns undefined if the suite does not serve TLS
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
  // Loaded lazily, since few runs need it and loading is slow.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * 24 * 60 * 60 * 1000),
  });
  return { cert, key };
};

/** The switch with which Chromium trusts exactly this certificate. */
export const trustSwitch = ({ cert }: Pick<RunIdentity, 'cert'>): string => {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
};
