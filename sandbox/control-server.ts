import fastify from 'fastify';
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
import { findFault, nearestNames } from './faults/catalogue.ts';

export type ControlServer = {
  /** Listens on 127.0.0.1; port 0 takes a free one. Gives the address. */
  listen(port: number): Promise<string>;
  /** Closes every instance, and the server itself. */
  close(): Promise<void>;
};

type WithName = { Params: { name: string } };
type Instance = { sandbox: Sandbox; address: Promise<string> };

/** The instance without a fault. */
const faultless = 'none';

/** Hands out a sandbox for each fault, started when it is first asked for. They share no state. */
export function createControlServer(options: Omit<SandboxOptions, 'fault'> = {}): ControlServer {
  const instances = new Map<string, Instance>();
  const app = fastify({ forceCloseConnections: true });

  app.get<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const { name } = request.params;
    const fault = findFault(name);
    if (!fault && name !== faultless) return reply.code(404).send({ message: unknownFault(name) });
    const instance = instances.get(name) ?? start(fault ? { ...options, fault: fault.name } : options);
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

/** What to say about a name that is no fault. */
export function unknownFault(name: string): string {
  return `There is no fault '${name}'. Did you mean ${nearestNames(name).join(', ')}?`;
}

function start(options: SandboxOptions): Instance {
  const sandbox = createSandbox(options);
  return { sandbox, address: sandbox.listen(0) };
}

async function stop({ sandbox, address }: Instance): Promise<void> {
  await address.catch(() => {});
  await sandbox.close();
}
