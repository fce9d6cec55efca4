import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import type { Contender } from '../contenders.ts';
import { measure, type Measured } from './measure.ts';

/** The measurements of each contender, by name, in the order of the rounds. */
export type Measurements = Record<string, Measured[]>;

/** The sandbox of a measurement. */
interface Service {
  address: string;
  pid: number;
}

/**
 * Measures contenders in turns, round by round. The order rotates, so that no contender always comes first.
 */
export const takeTurns = async <C extends { name: string }, M>(
  contenders: readonly C[],
  rounds: number,
  turn: (contender: C, round: number) => Promise<M>,
): Promise<Record<string, M[]>> => {
  const measurements: Record<string, M[]> = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)])
      measurements[contender.name]?.push(await turn(contender, round));
  }
  return measurements;
};

/**
 * Starts a sandbox in a separate process. Every measurement has a new one, since a sandbox keeps state.
 *
 * @param latencyMs the latency that it adds to each answer
 * @param options further options of `npm run sandbox`
 */
export const onSandbox = async <Result>(
  latencyMs: number,
  use: (service: Service) => Promise<Result>,
  ...options: string[]
): Promise<Result> => {
  const { child, address } = await startSandbox('--quiet', '--latency', String(latencyMs), ...options);
  try {
    return await use({ address, pid: child.pid ?? 0 });
  } finally {
    child.kill();
  }
};

/**
 * Measures contenders in turns, each on a new sandbox.
 *
 * @param latencyMs the latency that the sandbox adds to each answer
 */
export const inTurns = async (
  contenders: readonly Contender[],
  rounds: number,
  latencyMs: number,
  log: (line: string) => void,
): Promise<Measurements> =>
  takeTurns(contenders, rounds, (contender, round) =>
    onSandbox(latencyMs, async ({ address, pid }) => {
      const measured = await measure(contender.command(address), pid);
      log(`${latencyMs} ms, round ${round + 1}: ${contender.name}: ${(measured.ms / 1000).toFixed(2)} s`);
      return measured;
    }),
  );
