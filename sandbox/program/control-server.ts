import fastify from 'fastify';
import { createSandbox, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import { faultNamed } from '../faults/catalogue.ts';
import { findReading, parseReadings } from '../readings/catalogue.ts';

type ControlServer = {
  /** Listens on 127.0.0.1 and returns the address. Port 0 picks a free port. */
  listen(port: number): Promise<string>;
  /** Closes every instance, and the server itself. */
  close(): Promise<void>;
};

type WithName = { Params: { name: string } };
type Instance = { sandbox: Sandbox; address: Promise<string> };

/** The name of the instance without faults and readings. */
const plain = 'none';

/**
 * Serves one sandbox for each fault or combination of readings, started on first request. The sandboxes share no state.
 */
export function createControlServer(options: Omit<SandboxOptions, 'fault' | 'readings'> = {}): ControlServer {
  const instances = new Map<string, Instance>();
  // Names that combine many readings are long.
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });

  app.get<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const { name } = request.params;
    const running = instances.get(name);
    if (running) return { address: await running.address };
    const selected = selectionOf(name);
    if (typeof selected === 'string') return reply.code(404).send({ message: selected });
    const instance = start({ ...options, ...selected });
    instances.set(name, instance);
    return { address: await instance.address };
  });

  // Lets long runs release sandboxes that they no longer need.
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

/** The options for a fault or for comma-separated readings. A string is the reason why the name is invalid. */
function selectionOf(name: string): Pick<SandboxOptions, 'fault' | 'readings'> | string {
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
