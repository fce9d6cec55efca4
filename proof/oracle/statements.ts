import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Exchange } from '../../interface/messages/exchange.ts';

/** A statement of the interface: the requests and answers it applies to, and its requirement for the answers. */
interface Statement {
  readonly says: string;
  readonly when?: Readonly<Record<string, AnySchema>>;
  readonly whenAnswered?: Readonly<Record<string, AnySchema>>;
  readonly then: Readonly<Record<string, AnySchema>>;
}

/** An exchange in the form that statements are matched against; values of settings are replaced by their names. */
export interface Seen {
  readonly request: {
    /** Method and path, without the id of a callback. */
    readonly endpoint: string;
    readonly id: string;
    readonly key: 'right' | 'wrong' | 'none' | 'other';
    readonly query: Readonly<Record<string, string>>;
    /** Whether the start of a period is not after its end. */
    readonly isInOrder: boolean;
    /** Undefined when it is not JSON. */
    readonly body: unknown;
    /** JSON with plain texts and values, which no proxy or firewall in front of a service rejects. */
    readonly isOrdinary: boolean;
  };
  readonly answer: { readonly status: number; readonly type: 'json' | 'other'; readonly body: unknown };
}

/** Keys, customer, currency and operators by the name of their setting. */
type Named = ReadonlyMap<string, string>;

interface Oracle {
  /** The statements that an answer violates; empty when it conforms. */
  objections(seen: Seen): string[];
  /** The statements that apply to a request, whatever the answer. */
  about(seen: Seen): string[];
}

export const readOracle = (): Oracle => {
  const { definitions, statements } = parse(
    readFileSync(new URL('statements.yaml', import.meta.url), 'utf8'),
    // Statements with the same answer share it by YAML aliases.
    { maxAliasCount: 100 },
  ) as { definitions: AnySchema; statements: readonly Statement[] };
  const ajv = new Ajv2020({ strict: false, $data: true });
  addFormats.default(ajv);
  const compiled = (part: 'request' | 'answer', properties: Statement['then'] = {}): ValidateFunction =>
    ajv.compile({
      definitions,
      properties: { [part]: { properties, required: Object.keys(properties).filter((name) => name !== 'type') } },
    });
  const all = statements.map(({ says, when, whenAnswered, then }) => ({
    says,
    applies: compiled('request', when),
    appliesToAnswer: compiled('answer', whenAnswered),
    holds: compiled('answer', then),
  }));
  return {
    objections: (seen) =>
      all
        .filter(({ applies, appliesToAnswer, holds }) => applies(seen) && appliesToAnswer(seen) && !holds(seen))
        .map(({ says, holds }) => `${says}: ${ajv.errorsText(holds.errors, { dataVar: '' })}`),
    about: (seen) => all.filter(({ applies }) => applies(seen)).map(({ says }) => says),
  };
};

/** Converts a recorded exchange for the statements. */
export const seenOf = ({ method, url, requestHeaders, requestBody, responseHeaders, ...exchange }: Exchange): Seen => {
  const { pathname, searchParams } = new URL(url);
  const [, path = pathname, id = ''] = /^(\/v1\/callback\/\w+)\/([^/]+)$/.exec(pathname) ?? [];
  const body = jsonOf(requestBody);
  const query = Object.fromEntries(searchParams);
  const isJson = requestBody === undefined || /^application\/json\b/.test(requestHeaders['Content-Type'] ?? '');
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const values = [...Object.values(isObject ? body : {}), ...searchParams.values()];
  return {
    request: {
      endpoint: `${method} ${path}`,
      id: decodeURIComponent(id),
      key: keyIn(requestHeaders['Authorization']),
      query,
      isInOrder: !(query['start_date'] && query['end_date'] && query['start_date'] > query['end_date']),
      body,
      isOrdinary: isJson && (requestBody === undefined || isObject) && values.every(isPlain),
    },
    answer: {
      status: exchange.status ?? 0,
      type: /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(responseHeaders['content-type'] ?? '') ? 'json' : 'other',
      body: jsonOf(exchange.responseBody),
    },
  };
};

/** Replaces the values of settings by their names, in angle brackets as in masked texts. */
export const withNames = (seen: Seen, named: Named): Seen => {
  const parts = { request: { ...seen.request, id: '' }, answer: seen.answer };
  const replaced = JSON.parse(JSON.stringify(parts), (_key, value: unknown) =>
    typeof value === 'string' ? (named.get(value) ?? value) : value,
  ) as Seen;
  return { ...replaced, request: { ...replaced.request, id: seen.request.id } };
};

const keyIn = (header: string | undefined): Seen['request']['key'] => {
  if (header === undefined) return 'none';
  if (header === 'Bearer <SECRET_KEY>') return 'right';
  // A service may accept another scheme, or the key in different case.
  return /^Bearer (?!<SECRET_KEY>)\S+$/.test(header) ? 'wrong' : 'other';
};

const isPlain = (value: unknown): boolean =>
  typeof value !== 'string' ? typeof value !== 'object' : /^[\w .,:/?=&@+-]{0,300}$/.test(value);

const jsonOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
};
