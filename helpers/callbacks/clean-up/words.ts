import type { Found } from './earlier-runs.ts';

/** What was found of earlier runs and what became of it, line by line; nothing when nothing was found. */
export const cleanedInWords = ({ removed, restored, deactivated, left, notices }: Found): string[] => [
  ...(removed + restored > 0 ? [`Cleaned up after an earlier run: ${removed} deleted, ${restored} restored`] : []),
  ...(deactivated > 0 ? [`Deactivated, since the target deletes no callbacks: ${deactivated}`] : []),
  ...(left.length > 0 ? ['Left behind by an earlier run:', ...left.map((line) => `  ${line}`)] : []),
  ...notices,
];

/** The type of the annotations that name what a test left at the target and could not write down. */
export const leftAnnotation = 'left-behind';
