import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** Whether an address leads to this machine, so that what runs there finds our loopback interface. */
export const isOnThisMachine = async (address: string): Promise<boolean> => {
  const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map((one) => one.address));
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.some((one) => one.address.startsWith('127.') || one.address === '::1' || own.includes(one.address));
};
