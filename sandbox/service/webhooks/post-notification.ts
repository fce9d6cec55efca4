import { request } from 'node:http';

/**
 * Posts a notification as JSON or as a form, and returns the HTTP status that the receiver answered in time, or 0. Never
 * rejects. Only plain HTTP on this machine is called: for any other address it is 0, and no request is sent.
 */
export async function postNotification(address: string, notification: unknown, timeout: number): Promise<number> {
  const url = new URL(address);
  if (!isLoopback(url)) return 0;

  const form = notification instanceof URLSearchParams;
  const body = form ? notification.toString() : JSON.stringify(notification);
  return new Promise((resolve) => {
    const headers = {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    // Redirects are not followed: they could lead off this machine.
    const outgoing = request(url, { method: 'POST', agent: false, headers, signal: AbortSignal.timeout(timeout) });
    outgoing.on('response', (answer) => {
      // Only the status counts. The body is discarded, and the timeout ends an endless one.
      answer.on('error', () => {});
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end(body);
  });
}

function isLoopback(url: URL): boolean {
  const host = url.hostname;
  return url.protocol === 'http:' && (host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host));
}
