import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { signOffPage } from './document/page.ts';
import { headline, type SignOff } from './document/facts.ts';
import { printed } from './document/pdf.ts';
import { seal } from './seal.ts';

/**
 * Writes a sign-off to a folder with the suffix .part, which gets its final name only when it is complete and sealed.
 *
 * @param mask for everything that is written
 * @param browserAddress of a remote browser that prints it
 */
export const writeSignOff = async (
  folder: string,
  signOff: SignOff,
  key: KeyObject | undefined,
  mask: (text: string) => string,
  browserAddress?: string,
): Promise<void> => {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(part);
  const abandon = (): void => rmSync(part, { recursive: true, force: true });
  process.once('exit', abandon);
  try {
    const page = mask(signOffPage(signOff));
    writeFileSync(`${part}/index.html`, page);
    writeFileSync(`${part}/results.json`, mask(`${JSON.stringify(signOff.results, null, 2)}\n`));
    const { manifest } = signOff;
    const label = mask(`${headline(signOff)} · ${manifest.host || manifest.target} · issued ${manifest.issuedAt}`);
    writeFileSync(`${part}/signoff.pdf`, await printed(page, label.replaceAll(/[<>&]/g, ''), browserAddress));
    seal(part, JSON.parse(mask(JSON.stringify(manifest))) as typeof manifest, key);
    renameSync(part, folder);
  } finally {
    process.off('exit', abandon);
    abandon();
  }
};
