import { once } from 'node:events';
import { startSandbox } from '../../processes/start-sandbox.ts';
import { sandboxAccount, sandboxAsStaging } from '../../settings/sandbox-account.ts';

/** The settings of a run against a service on this machine that the run does not start itself. */
export const stagingAt = (address: string): Record<string, string> => ({
  ...sandboxAsStaging(address),
  CALLBACK_CREATE_PATH: '',
});

/** A sandbox in a separate process that outlives the runs against it, like a real target. */
export class Target {
  readonly address: string;
  readonly stop: () => Promise<void>;

  private constructor(address: string, stop: () => Promise<void>) {
    this.address = address;
    this.stop = stop;
  }

  static async start(...args: string[]): Promise<Target> {
    const { child, address } = await startSandbox('--quiet', ...args);
    const ended = once(child, 'exit');
    return new Target(address, async () => {
      child.kill();
      await ended;
    });
  }

  /** Sends a request without the suite's client. */
  async ask(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { Authorization: `Bearer ${sandboxAccount.SECRET_KEY}`, 'Content-Type': 'application/json' };
    const answer = await fetch(this.address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await answer.json()) as Record<string, unknown>;
  }

  async create(fields: object): Promise<string> {
    return String((await this.ask('POST', '/v1/callback/create', fields)).id);
  }

  /** The four fields of a callback that an update can set; undefined when there is no such callback. */
  async fieldsOf(id: string): Promise<object | undefined> {
    const { callback } = await this.ask('GET', `/v1/callback/fetch/${id}`);
    if (!callback) return undefined;
    const { url, description, events, is_active } = callback as Record<string, unknown>;
    return { url, description, events, is_active };
  }

  /** The ids of all callbacks. */
  async ids(): Promise<string[]> {
    const { callbacks } = await this.ask('GET', '/sandbox/callbacks');
    return (callbacks as { id: string }[]).map(({ id }) => id);
  }
}
