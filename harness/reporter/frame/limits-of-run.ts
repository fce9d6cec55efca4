import type { FullConfig } from '@playwright/test/reporter';
import { profileOf } from '../../../helpers/settings/command-line/profile.mjs';
import type { Settings } from '../../../helpers/settings/settings.ts';
import { limitsOf } from '../../results/judgement/selection.ts';

/** The arguments and settings that limit a run to some of the tests. */
export const limitsOfRun = ({ argv }: FullConfig, settings: Settings | undefined): string[] => [
  ...(profileOf() === 'smoke' ? ['--profile smoke'] : []),
  ...(settings?.generatedRuns === 0 ? ['GENERATED_RUNS=0'] : []),
  ...limitsOf(argv),
];
