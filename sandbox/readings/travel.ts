import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { HasOption } from '../service/variation.ts';

/** The delay of `answers-take-a-while`, in milliseconds. */
const answerDelayMs = 20;

/** Compresses, splits or delays answers, by the options. Register it after the hooks that change answers. */
export function applyTransportOptions(app: FastifyInstance, has: HasOption): void {
  const coding = [
    ['gzip', gzipSync, has('answers-gzipped')] as const,
    ['deflate', deflateSync, has('answers-deflated')] as const,
    ['br', brotliCompressSync, has('answers-in-brotli')] as const,
  ].find(([, , wanted]) => wanted);

  if (coding) {
    app.addHook('onSend', async (request, reply, payload) => {
      const accepted = request.headers['accept-encoding'];
      // A client without Accept-Encoding accepts any coding.
      if (typeof payload !== 'string' || payload === '' || (accepted && !accepted.includes(coding[0]))) return payload;
      reply.header('content-encoding', coding[0]).header('vary', 'accept-encoding').removeHeader('content-length');
      return coding[1](payload);
    });
  }

  if (has('answers-in-chunks') || has('answers-in-slow-pieces')) {
    const slowly = has('answers-in-slow-pieces');
    app.addHook('onSend', async (_request, reply, payload) => {
      if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length === 0) return payload;
      reply.removeHeader('content-length');
      return Readable.from(chunksOf(Buffer.from(payload as Buffer), slowly));
    });
  }

  if (has('answers-take-a-while')) {
    app.addHook('onSend', async (_request, _reply, payload) => {
      await pause(answerDelayMs);
      return payload;
    });
  }
}

/** Adds /v1 to addresses of the interface that lack it. */
export function withVersion({ url = '/' }: { url?: string | undefined }): string {
  return /^\/(transactions|checkout$|checkout\?|wallets?\/|callback\/)/.test(url) ? `/v1${url}` : url;
}

async function* chunksOf(payload: Buffer, slowly: boolean): AsyncGenerator<Buffer> {
  const sizes = slowly ? [1, 1, 1, payload.length] : Array.from({ length: 3 }, () => Math.ceil(payload.length / 3));
  let start = 0;
  for (const size of sizes) {
    if (start >= payload.length) return;
    yield payload.subarray(start, start + size);
    start += size;
    if (slowly) await pause(3);
  }
}
