import { request as open, Agent } from 'node:http';
import type { Sandbox } from '../../../create-sandbox.ts';
import { bearer } from '../sandbox.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Reply = { status: number; headers: Record<string, unknown>; text: string };

/** Sends requests to a sandbox and records the answers, with ids replaced so that two sandboxes can be compared. */
export type Recorder = {
  readonly lines: string[];
  ask(method: Method, url: string, payload?: object | string, headers?: object): Promise<Reply>;
};

/** Sends the same requests to any sandbox. */
export type Scenario = (recorder: Recorder, sandbox: Sandbox) => Promise<void>;

export class StopRecording extends Error {}

/** Records a scenario. `check` may throw StopRecording to end it early. */
export async function transcript(
  sandbox: Sandbox,
  scenario: Scenario,
  check: (line: string, index: number) => void,
): Promise<string[]> {
  const tokens = new Map<string, string>();
  const token = (id: string): string => {
    if (!tokens.has(id)) tokens.set(id, `#${tokens.size + 1}`);
    return tokens.get(id) ?? '';
  };
  const lines: string[] = [];
  const recorder: Recorder = {
    lines,
    async ask(method, url, payload, headers = bearer) {
      const answer = await sandbox.app.inject({
        method,
        url,
        headers: { ...headers },
        ...(payload !== undefined && { payload }),
      });
      const { statusCode: status, headers: got, body: text } = answer;
      const kept =
        'content-type location x-frame-options content-security-policy content-disposition content-encoding connection set-cookie www-authenticate';
      const head = kept
        .split(' ')
        .map((name) => String(got[name] ?? ''))
        .join(' | ');
      const line = `${status} ${head} ${text}`.replace(/[0-9a-f]{24}|REF-[0-9A-F]{12}|\b\d{8}\b/g, token);
      lines.push(line);
      check(line, lines.length - 1);
      return { status, headers: got, text };
    },
  };
  try {
    await scenario(recorder, sandbox);
  } catch (error) {
    if (!(error instanceof StopRecording)) throw error;
  }
  return lines;
}

/** Sends requests one after another on one connection, and returns their status codes. */
export async function onOneConnection(
  base: string,
  requests: { method: Method; path: string; headers: object; payload?: object }[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: number[] = [];
  for (const { method, path, headers, payload } of requests) {
    statuses.push(
      await new Promise<number>((resolve, reject) => {
        const all = { ...headers, 'content-type': 'application/json' };
        const outgoing = open(`${base}${path}`, { method, agent, headers: all }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        outgoing.on('error', reject).end(payload && JSON.stringify(payload));
      }),
    );
  }
  agent.destroy();
  return statuses;
}
