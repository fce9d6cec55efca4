import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { hasFolder, project, suiteRoot, targetFolder } from '../../../helpers/settings/command-line/target-folder.mjs';
import { suiteFiles } from '../../results/proof/suite-hash.ts';
import { cleanCommit, cleanFolder } from './commit.ts';
import { packagesHash } from './packages.ts';

/** The versions that a sign-off is based on. */
interface Subject {
  /** The commit of the suite; null for a package. */
  commit: string | null;
  /** The suite as `name@version`, if it is a package. */
  package?: string;
  /** The folder of the target, if it has one. */
  folder?: { commit: string };
}

/**
 * Determines the versions of the suite, as committed or installed, and of the target's folder, as committed.
 *
 * @throws when something was changed
 */
export const subjectOf = (): Subject => {
  const folder = hasFolder() ? targetFolder() : undefined;
  if (folder && `${folder}${sep}`.startsWith(suiteRoot + sep))
    throw new Error(`A sign-off requires a target folder outside of the suite: move ${folder}.`);
  return {
    ...(project ? installedIn(project) : { commit: cleanCommit(suiteRoot) }),
    ...(folder && { folder: { commit: cleanFolder(folder) } }),
  };
};

/** Verifies that the running copy of the package is unchanged; checkPackages compares the package itself. */
const installedIn = (place: string): Subject => {
  const { name, version } = JSON.parse(readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as Record<string, string>;
  const installed = join(place, 'node_modules', name ?? '');
  const [ours, theirs] = [suiteRoot, installed].map(
    (root) => new Map(suiteFiles(root).map((file) => [file.path, file])),
  );
  const isChanged = (path: string): boolean => {
    const [one, other] = [ours?.get(path), theirs?.get(path)];
    return !one || !other || one.mode !== other.mode || !one.content.equals(other.content);
  };
  const changed = [...new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])].filter(isChanged);
  if (packagesHash(suiteRoot) !== packagesHash(installed)) changed.push('node_modules');
  if (changed.length > 0)
    throw new Error(
      `${suiteRoot} differs from the installed package: ${changed.slice(0, 5).join(', ')}. Delete it, then sign off.`,
    );
  return { commit: null, package: `${name}@${version}` };
};
