import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';

/** The certificates of a PEM file, each as PEM. */
export const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g) ?? [];

interface IdentityFiles {
  certificate: string;
  /** Undefined if the file of the certificate contains the key. */
  key?: string | undefined;
  passphrase?: string | undefined;
}

/** The TLS options for an identity from PEM files or a PFX file. */
export const identityIn = ({ certificate, key = certificate, passphrase }: IdentityFiles): SecureContextOptions => {
  const bytes = readFileSync(certificate);
  if (!bytes.includes('-----BEGIN ')) return { pfx: bytes, passphrase };
  return { cert: bytes, key: readFileSync(key), passphrase };
};
