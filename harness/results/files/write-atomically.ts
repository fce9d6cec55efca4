import { mkdirSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file of which a reader sees the whole, or none. The folder is made when it is missing. */
export const writeAtomically = (folder: string, name: string, text: string): void => {
  mkdirSync(folder, { recursive: true });
  const part = `${folder}/${name}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, `${folder}/${name}`);
};
