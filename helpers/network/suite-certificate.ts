import { createHash, X509Certificate } from 'node:crypto';
import type { Settings } from '../settings/settings.ts';
import { TargetConnection, type AccessSettings } from './target-connection.ts';

/** The certificate and key of the suite's TLS connections with the browser of the run, as PEM. */
export interface SuiteCertificate {
  cert: string;
  key: string;
}

const validDays = 3;

let generated: Promise<SuiteCertificate> | undefined;

/**
 * The certificate of the merchant's pages, which the browser's proxy also uses where it ends TLS. It is generated for this
 * process and never stored.
 *
 * @returns undefined if the suite does not serve TLS
 */
export const suiteCertificate = async (
  settings: AccessSettings & Pick<Settings, 'merchantOrigin'>,
): Promise<SuiteCertificate | undefined> => {
  const { protocol, hostname } = new URL(settings.merchantOrigin ?? 'http://localhost');
  if (protocol !== 'https:' && !new TargetConnection(settings).addsAnything) return undefined;
  return (generated ??= generate(protocol === 'https:' ? hostname : 'localhost'));
};

const generate = async (name: string): Promise<SuiteCertificate> => {
  // Loaded lazily, since few runs need it and loading is slow.
  const selfsigned = await import('selfsigned');
  const { cert, private: key } = await selfsigned.generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * 24 * 60 * 60 * 1000),
  });
  return { cert, key };
};

/** The switch with which Chromium trusts exactly this certificate. */
export const trustSwitch = ({ cert }: Pick<SuiteCertificate, 'cert'>): string => {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
};
