import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { HasOption } from '../service/service.ts';

/** The delay of `answers-take-a-while`, in milliseconds. */
const answerDelayMs = 20;

const codings = [
  { option: 'answers-gzipped', name: 'gzip', encode: gzipSync },
  { option: 'answers-deflated', name: 'deflate', encode: deflateSync },
  { option: 'answers-in-brotli', name: 'br', encode: brotliCompressSync },
];

/** How long an answer waits for the notifications that its request causes, in milliseconds. */
const notificationMs = 100;

/** Compresses, splits or delays answers, by the options. Register it after the hooks that change answers. */
export function applyTransportOptions(app: FastifyInstance, has: HasOption): void {
  if (has('hints-before-answers'))
    app.addHook('onRequest', async (_request, { raw }) => raw.writeEarlyHints({ link: '</style.css>; rel=preload' }));
  if (has('answers-after-notifications'))
    app.addHook('onSend', async ({ method }) => (method === 'POST' ? pause(notificationMs) : undefined));
  const coding = codings.find(({ option }) => has(option));
  const slowly = has('answers-in-slow-pieces');
  const inChunks = slowly || has('answers-in-chunks');
  if (!coding && !inChunks && !has('answers-take-a-while')) return;

  app.addHook('onSend', async (request, reply, payload) => {
    if (has('answers-take-a-while')) await pause(answerDelayMs);
    if (typeof payload !== 'string' || payload === '') return payload;
    const accepted = request.headers['accept-encoding'];
    // A client without Accept-Encoding accepts any coding.
    const coded = coding && (!accepted || accepted.includes(coding.name));
    if (!coded && !inChunks) return payload;
    if (coded) reply.header('content-encoding', coding.name).header('vary', 'accept-encoding');
    reply.removeHeader('content-length');
    const bytes = coded ? coding.encode(payload) : Buffer.from(payload);
    return inChunks ? Readable.from(chunksOf(bytes, slowly)) : bytes;
  });
}

/** Adds /v1 to addresses of the interface that lack it. */
export function withVersion({ url = '/' }: { url?: string | undefined }): string {
  return /^\/(transactions|checkout$|checkout\?|wallets?\/|callback\/)/.test(url) ? `/v1${url}` : url;
}

async function* chunksOf(payload: Buffer, slowly: boolean): AsyncGenerator<Buffer> {
  const third = Math.ceil(payload.length / 3);
  const sizes = slowly ? [1, 1, 1, payload.length] : [third, third, third];
  let start = 0;
  for (const size of sizes) {
    if (start >= payload.length) return;
    yield payload.subarray(start, start + size);
    start += size;
    if (slowly) await pause(3);
  }
}
