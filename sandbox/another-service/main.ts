import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo } from './routes.ts';
import { facts, presetCallbacks, Store } from './store.ts';

// Another service behind the same interface, by nobody who knows the sandbox: `npm run another-service [port]`.
// It is what README's chapter about a staging is walked through against.

const store = new Store();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { status, headers, body } = answerTo(store, request, Buffer.concat(chunks).toString('utf8'));
    response.writeHead(status, headers).end(body);
  });
});
const end = (): void => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
};
process.on('SIGTERM', end).on('SIGINT', end);
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const settings = {
    TARGET: 'staging',
    BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...facts,
    CALLBACK_ID: presetCallbacks[0],
    DISPOSABLE_CALLBACK_IDS: presetCallbacks.slice(1).join(','),
  };
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
});
