import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import type { Contender } from '../contenders.ts';
import { measure, type Measured } from './measure.ts';

/** The measurements of each contender, by name, in the order of the rounds. */
export type Measurements = Record<string, Measured[]>;

/**
 * Lets contenders take turns, round by round, on a sandbox in a process of its own. A first contender of each round has
 * no advantage: the order turns with the rounds.
 *
 * @param latencyMs that the sandbox adds to each answer
 */
export const inTurns = async (
  contenders: readonly Contender[],
  rounds: number,
  latencyMs: number,
  told: (line: string) => void,
): Promise<Measurements> => {
  const measurements: Measurements = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      // Each has a fresh one, since a sandbox remembers what it was asked.
      const { child, address } = await startSandbox(
        '--quiet',
        '--latency',
        String(latencyMs),
        '--while',
        String(process.pid),
      );
      try {
        const measured = await measure(contender.command(address), child.pid ?? 0);
        measurements[contender.name]?.push(measured);
        told(`${latencyMs} ms, round ${round + 1}: ${contender.name}: ${(measured.ms / 1000).toFixed(2)} s`);
      } finally {
        child.kill();
      }
    }
  }
  return measurements;
};
