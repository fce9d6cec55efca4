import type { Found } from './earlier-runs.ts';

/** Lines that report the clean-up after earlier runs; empty when nothing was found. */
export const cleanedInWords = ({ removed, restored, deactivated, left, notices }: Found): string[] => [
  ...(removed + restored > 0 ? [`Cleaned up after an earlier run: ${removed} deleted, ${restored} restored`] : []),
  ...(deactivated > 0 ? [`Deactivated, since the target deletes no callbacks: ${deactivated}`] : []),
  ...(left.length > 0 ? ['Left behind by an earlier run:', ...left.map((line) => `  ${line}`)] : []),
  ...notices,
];

/** The type of annotations that name callbacks which a test left at the target and could not record in the journal. */
export const leftAnnotation = 'left-behind';
