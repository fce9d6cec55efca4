import fastify from 'fastify';
import { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
import { faultNamed } from './faults/fault-catalogue.ts';
import { isVariant, parseVariants } from './variants/variant-catalogue.ts';

type WithName = { Params: { name: string } };
type Instance = { sandbox: Sandbox; address: Promise<string> };

/** The name of the instance without faults and variants. */
const plain = 'none';

/**
 * Serves one sandbox for each fault or combination of variants, started on first request; with another word in the query,
 * such as `?for=payments`, a further one. They share no state.
 */
export function createControlServer(
  options: Omit<SandboxOptions, 'fault' | 'variants'> = {},
): Pick<Sandbox, 'listen' | 'close'> {
  const instances = new Map<string, Instance>();
  // Names that combine many variants are long.
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 16_384 } });

  app.get<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const { name } = request.params;
    const running = instances.get(request.url);
    if (running) return { address: await running.address };
    const selected = selectionOf(name);
    if (typeof selected === 'string') return reply.code(404).send({ message: selected });
    const sandbox = createSandbox({ ...options, ...selected });
    const instance = { sandbox, address: sandbox.listen(0) };
    instances.set(request.url, instance);
    return { address: await instance.address };
  });

  // Lets long runs release sandboxes that they no longer need.
  app.delete<WithName>('/sandbox/instances/:name', async (request, reply) => {
    const instance = instances.get(request.url);
    instances.delete(request.url);
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

/** The options for a fault or for comma-separated variants. A string is the reason why the name is invalid. */
function selectionOf(name: string): Pick<SandboxOptions, 'fault' | 'variants'> | string {
  if (name === plain) return {};
  try {
    return name.includes(',') || isVariant(name) ? { variants: parseVariants(name) } : { fault: faultNamed(name).name };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function stop({ sandbox, address }: Instance): Promise<void> {
  await address.catch(() => {});
  await sandbox.close();
}
