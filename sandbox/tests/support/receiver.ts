import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

type Received = { path: string; contentType: string | undefined; body: any };

/** A webhook receiver on a loopback port. It answers `status`, or never when `status` is 'silent'. */
export async function receiverFor(test: TestContext, status: number | 'silent' = 204) {
  const received: Received[] = [];
  const receiver = { received, status, url: '' };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const contentType = request.headers['content-type'];
      const isJson = contentType === 'application/json';
      received.push({ path: request.url ?? '', contentType, body: isJson ? JSON.parse(text) : text });
      if (receiver.status === 'silent') return;
      response.writeHead(receiver.status, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/hook`;
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
