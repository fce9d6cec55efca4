import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import type { Settings } from '../../settings/settings.ts';
import { NotTested } from '../../errors/errors.ts';
import { Receiver } from './webhook-receiver.ts';

/** The longest wait for a notification before it counts as not sent, in milliseconds. */
const longestWaitMs = 3_000;

/**
 * Starts a receiver at an address that the target can reach: that of WEBHOOK_URL, else one of this machine.
 *
 * @throws NotTested when the target cannot reach it, which would look like a target that sends nothing
 */
export const startReceiver = async (settings: Settings): Promise<Receiver> => {
  const { webhookUrl: url, webhookPort: port, webhookListen: listen, baseUrl, requestTimeoutMs } = settings;
  if (!url && !(await isOnThisMachine(baseUrl))) {
    throw new NotTested(
      'the target cannot reach this machine to notify it; set WEBHOOK_URL, or add webhooks to NOT_APPLICABLE',
    );
  }
  const publicAddress = url ? { url, port, listen } : undefined;
  const receiver = new Receiver(Math.min(longestWaitMs, settings.redirectTimeoutMs), publicAddress);
  try {
    await receiver.start();
  } catch (error) {
    const where = publicAddress
      ? `WEBHOOK_LISTEN, WEBHOOK_PORT: this machine cannot listen at ${listen}, port ${port}`
      : 'no port';
    throw new NotTested(`${where} (${String(error)})`);
  }
  const problem = url && (await receiver.astray(requestTimeoutMs));
  if (!problem) return receiver;
  receiver.stop();
  throw new NotTested(
    `WEBHOOK_URL: it does not lead to port ${port} at ${listen} of this machine: ${problem}; fix the forwarding, ` +
      'and set WEBHOOK_LISTEN if the proxy runs on another machine',
  );
};

/** Whether an address belongs to this machine, so that a service there can reach our loopback interface. */
export const isOnThisMachine = async (address: string): Promise<boolean> => {
  const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.some((one) => one.address.startsWith('127.') || one.address === '::1' || own.includes(one.address));
};
