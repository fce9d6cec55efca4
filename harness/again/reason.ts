import { normalize } from '../../helpers/redaction/placeholders.ts';

/** What is the same in two failures for one reason: the judgement, without data and without the answer in full. */
export const reasonOf = (error: string | null): string => {
  const lines = (error ?? '').split('\n').filter((line) => line.trim() !== '');
  const end = lines.findIndex((line) => /^\s*(?:Seed|Repeat|Call log|Call Log):|^\s+at /.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) => (line.startsWith('Received:') && line.length > 60 ? (/HTTP \d{3}/.exec(line)?.[0] ?? '') : line))
    .map((line) => normalize(line.trim()))
    .join('\n');
};
