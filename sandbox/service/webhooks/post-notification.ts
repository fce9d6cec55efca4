import { request } from 'node:http';

/**
 * Posts a notification as JSON or as a form, and returns whether the receiver answered 2xx in time. Never rejects.
 * Only plain HTTP on this machine is called: any other address counts as not delivered, and no request is sent.
 */
export async function postNotification(address: string, notification: unknown, timeout: number): Promise<boolean> {
  const url = new URL(address);
  if (!isLoopback(url)) return false;

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
      const status = answer.statusCode ?? 0;
      resolve(status >= 200 && status < 300);
    });
    outgoing.on('error', () => resolve(false));
    outgoing.end(body);
  });
}

function isLoopback(url: URL): boolean {
  const host = url.hostname;
  return url.protocol === 'http:' && (host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host));
}
