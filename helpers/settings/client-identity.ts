import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';

/** The certificates of a PEM file, each as PEM. */
export const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g) ?? [];

/** The TLS options for an identity, from a file with certificate and key, PEM or PFX. */
export const identityIn = (file: string): SecureContextOptions => {
  const bytes = readFileSync(file);
  return bytes.includes('-----BEGIN ') ? { cert: bytes, key: bytes } : { pfx: bytes };
};
