import { readdirSync, readFileSync } from 'node:fs';

/** How often memory is read, in milliseconds. */
const everyMs = 500;

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The memory of a process and all that it has started, in bytes; shared pages are counted once. 0 except on Linux. */
const memoryOf = (pid: number): number => {
  const parents = new Map<number, number>();
  const all = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  // The name of a program may contain blanks and brackets.
  for (const one of all)
    parents.set(
      Number(one),
      Number(
        read(`/proc/${one}/stat`)
          .replace(/^.*\) . /s, '')
          .split(' ')[0],
      ),
    );
  const isOurs = (one: number): boolean => one === pid || (parents.has(one) && isOurs(parents.get(one) ?? 0));
  return [...parents.keys()]
    .filter(isOurs)
    .reduce((sum, one) => sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0), 0);
};

/** Watches the memory of a process and all that it has started. @returns the most, in bytes, when it is called */
export const watchMemory = (pid: number): (() => number) => {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), everyMs);
  return () => {
    clearInterval(timer);
    return most;
  };
};
