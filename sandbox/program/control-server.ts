import fastify from 'fastify';
import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import { faultNamed } from '../faults/catalogue.ts';
import { findReading, parseReadings } from '../readings/catalogue.ts';

type ControlServer = {
  /** Listens on 127.0.0.1; port 0 takes a free one. Gives the address. */
  listen(port: number): Promise<string>;
  /** Closes every instance, and the server itself. */
  close(): Promise<void>;
};

type WithName = { Params: { name: string } };
type Instance = { sandbox: Sandbox; address: Promise<string> };

/** The instance without a fault and without a reading. */
const plain = 'none';

/**
 * Hands out a sandbox for each fault, and for each combination of readings, started when it is first asked for. They
 * share no state.
 */
export function createControlServer(options: Omit<SandboxOptions, 'fault' | 'readings'> = {}): ControlServer {
  const instances = new Map<string, Instance>();
  // A name of many readings is long.
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });

  app.get<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const { name } = request.params;
    const kept = instances.get(name);
    if (kept) return { address: await kept.address };
    const wanted = choiceOf(name);
    if (typeof wanted === 'string') return reply.code(404).send({ message: wanted });
    const instance = start({ ...options, ...wanted });
    instances.set(name, instance);
    return { address: await instance.address };
  });

  // A long run need not keep what it is done with.
  app.delete<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const instance = instances.get(request.params.name);
    instances.delete(request.params.name);
    if (instance) await stop(instance);
    return reply.code(204).send();
  });

  return {
    listen: (port) => app.listen({ host: '127.0.0.1', port }),
    async close() {
      await app.close();
      await Promise.all([...instances.values()].map(stop));
      instances.clear();
    },
  };
}

/** What a name of a fault, or of readings with commas between them, stands for; a text says what is wrong with it. */
function choiceOf(name: string): Pick<SandboxOptions, 'fault' | 'readings'> | string {
  if (name === plain) return {};
  const isReadings = name.includes(',') || findReading(name) !== undefined;
  try {
    return isReadings ? { readings: parseReadings(name) } : { fault: faultNamed(name).name };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function start(options: SandboxOptions): Instance {
  const sandbox = createSandbox(options);
  return { sandbox, address: sandbox.listen(0) };
}

async function stop({ sandbox, address }: Instance): Promise<void> {
  await address.catch(() => {});
  await sandbox.close();
}
