import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import type { Page } from '@playwright/test';
import { nameRunFolder, readRun } from '../run/run-log.ts';
import type { Channel } from '../../interface/rules/channels.ts';
import type { Merchant } from './merchant/merchant.ts';
import type { Arrival } from './merchant/merchant-server.ts';
import { ReturnWatch } from './return-watch.ts';

nameRunFolder();

const arrival: Arrival = { kind: 'success', path: '', method: 'GET', parameters: [], into: 'top window' };

/** A window whose frames show these addresses, and a merchant at whose address it arrives or not. */
const watched = (
  arrivals: Arrival[],
  addresses: string[] = [],
  second?: Promise<undefined>,
  channel: Channel = 'form',
) => {
  const waits: number[] = [];
  const page = Object.assign(new EventEmitter(), {
    mainFrame: () => undefined,
    context: () => Object.assign(new EventEmitter(), { pages: () => [] }),
    frames: () => addresses.map((address) => ({ url: () => address })),
    waitForEvent: () => new Promise(() => {}),
  });
  const merchant = {
    arrivals,
    owns: (address: string) => address.startsWith('http://merchant/'),
    arrival: async (ms: number, after = 0) => {
      waits.push(ms);
      return after === 0 ? arrivals[0] : second;
    },
  };
  const of = { service: 'http://service', channel };
  const watch = new ReturnWatch(page as unknown as Page, merchant as unknown as Merchant, of, 60_000);
  return { watch, waits };
};

test('a return that is due is waited for briefly once it was missed in this channel, and in no other', async () => {
  const first = watched([]);
  await first.watch.due('failure');
  const second = watched([]);
  await second.watch.due('failure');
  await second.watch.due('success');
  const other = watched([], [], undefined, 'iframe');
  await other.watch.due('failure');
  const inAll = ({ waits }: { waits: number[] }) => waits.reduce((sum, ms) => sum + ms, 0);
  assert.deepEqual([first, second, other].map(inAll), [60_000, 1_000 + 60_000, 60_000]);
  assert.equal(readRun('missed-return').length, 3);
});

test('a second arrival is watched for only while a page is open that could lead to the merchant', async () => {
  const merchantAlone = watched([arrival], ['http://merchant/token/success'], new Promise(() => {}));
  await merchantAlone.watch.settle();
  let isOver = false;
  const time = new EventEmitter();
  const stillOpen = watched(
    [arrival],
    ['http://service/receipt'],
    once(time, 'over').then(() => undefined),
  );
  const settling = stillOpen.watch.settle().then(() => (isOver = true));
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  time.emit('over');
  await settling;
});
