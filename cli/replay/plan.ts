import { join } from 'node:path';
import { targetFolder } from '../../helpers/settings/target-folder.mjs';

/** A test as the runner finds it again. */
export interface Planned {
  project: string;
  file: string;
  title: string;
}

/** Where a replay keeps what it needs and what it leaves, apart from the reports of the run it repeats. */
export const replayFolder = join(targetFolder(), 'reports/replay');
export const planFile = `${replayFolder}/plan.json`;
export const encounterFile = `${replayFolder}/replayed.json`;

/** Whether a test is one of those that are planned. */
export const isPlanned = (plan: readonly Planned[], { project, file, title }: Planned): boolean =>
  plan.some((one) => one.project === project && one.file === file && one.title === title);

/** Selects what may be planned: the runner matches titles with file and tags around them. */
export const titlesOf = (plan: readonly Planned[]): RegExp[] =>
  plan.map(({ title }) => new RegExp(`${title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}(?= @|$)`));
