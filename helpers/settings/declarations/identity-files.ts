import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** The files of a certificate and its private key. */
interface IdentityFiles {
  certificate: string;
  /** Undefined if the file of the certificate contains the key. */
  key?: string | undefined;
  passphrase?: string | undefined;
}

/** The TLS options for an identity from PEM files or a PFX file. */
export const identityIn = ({ certificate, key, passphrase }: IdentityFiles): SecureContextOptions => {
  const bytes = readFileSync(certificate);
  const secret = passphrase === undefined ? {} : { passphrase };
  if (!bytes.includes('-----BEGIN ')) return { pfx: bytes, ...secret };
  return { cert: bytes, key: key === undefined ? bytes : readFileSync(key), ...secret };
};

/**
 * Why files are not a usable identity.
 *
 * @param names of the settings, in the order of the members
 * @returns a problem that names a setting and how to correct it; undefined when there is none
 */
export const problemOfIdentity = (
  files: IdentityFiles,
  [certificate, key, passphrase]: readonly [certificate: string, key: string, passphrase?: string],
): string | undefined => {
  try {
    createSecureContext(identityIn(files));
    return undefined;
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    const secret = passphrase ?? key;
    const isRefused = /BAD_DECRYPT|PASSPHRASE|PASSWORD|INTERRUPTED|MAC_VERIFY|PKCS12/i.test(code);
    // One of 256 wrong passphrases yields bytes that count as decrypted, but are no key.
    const isNoKey = /UNSUPPORTED/.test(code) && isEncrypted(files);
    if (isRefused || isNoKey || /mac verify/i.test(message)) {
      const wrong =
        files.passphrase === undefined ? 'is needed to read the private key' : 'does not open the private key';
      return passphrase
        ? `${secret}: ${wrong}; write the correct one`
        : `${secret}: needs a passphrase; write a file without`;
    }
    if (/MISMATCH/.test(code)) return `${key}: is not the key of ${certificate}; name the files of one pair`;
    if (/NO_START_LINE|UNSUPPORTED|NO_CERTIFICATE/.test(code) && files.key === undefined)
      return `${key}: is needed, since the file of ${certificate} contains no private key; name its file`;
    return `${certificate}: cannot be used with its key (${code || 'unknown format'}); name a PEM or PFX file and its key`;
  }
};

/** Whether a private key in PEM is encrypted. */
const isEncrypted = ({ certificate, key = certificate }: IdentityFiles): boolean =>
  /-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(readFileSync(key, 'latin1'));
