import { Http } from '../../helpers/client/http.ts';
import { textOfError } from '../../helpers/errors/errors.ts';
import { guardOf } from '../../helpers/network/guard.ts';
import { escapeControlChars } from '../../helpers/redaction/escape-control.ts';
import { maskFor } from '../../helpers/redaction/secrets.ts';
import type { Settings } from '../../helpers/settings/settings.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { RunFacts } from '../results/results-schema.ts';
import { duration } from '../results/text.ts';

/** The build that answered at a time. */
export type SeenBuild = NonNullable<RunFacts['builds']>[number];

const longestName = 100;

/**
 * Reads which build of the service answers, at BUILD_URL: a field of its JSON, or a header.
 *
 * @returns undefined where BUILD_URL is not set; a text that says why the build could not be read
 */
export const readBuild = async (settings: Settings): Promise<SeenBuild | string | undefined> => {
  if (settings.buildUrl === undefined) return undefined;
  const { origin, pathname, search, hash } = new URL(settings.buildUrl);
  const mask = maskFor(settings);
  const options = { baseUrl: origin, guard: guardOf(settings), timeoutMs: settings.requestTimeoutMs, mask };
  let http: Http | undefined;
  try {
    http = new Http({ ...options, record: () => {} });
    const call = { method: 'GET', path: pathname + search, headers: {}, credential: 'none' } as const;
    const reply = await http.send(call);
    const value = valueIn(reply, decodeURIComponent(hash.slice(1)));
    if (reply.status !== 200) return `HTTP ${reply.status}; it is asked without a key, and has to answer 200`;
    if (value === undefined) return `the answer has no ${hash.slice(1)}, which stands after #`;
    return { name: escapeControlChars(mask(value)).slice(0, longestName), at: new Date().toISOString() };
  } catch (error) {
    return mask(textOfError(error));
  } finally {
    await http?.close();
  }
};

/** For example `1.4.2`, or `1.4.2, then 1.4.3 12 min 3 s later`; empty when no build was read. */
export const buildsInWords = (builds: readonly SeenBuild[] = []): string => {
  const changes = changesOf(builds);
  return changes
    .map(({ name, at }, index) => {
      const before = builds.findLast((one) => one.at < at);
      return index === 0 || !before ? name : `then ${name} ${duration(Date.parse(at) - Date.parse(before.at))} later`;
    })
    .join(', ');
};

/** Whether the target was another build at the end of a run than at its start. */
export const isOtherBuild = (builds: readonly SeenBuild[] = []): boolean => changesOf(builds).length > 1;

const changesOf = (builds: readonly SeenBuild[]): SeenBuild[] =>
  builds.filter(({ name }, index) => index === 0 || name !== builds[index - 1]?.name);

const valueIn = ({ json, headers }: Reply, where: string): string | undefined => {
  const [, header] = /^header:(.*)$/.exec(where) ?? [];
  const value = header
    ? headers[header.toLowerCase()]
    : where.split('.').reduce<unknown>((one, name) => Object(one)[name] as unknown, json);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};
