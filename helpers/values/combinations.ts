import { asRecord, headerIn, type Reply } from '../../interface/messages/exchange.ts';
import { jsonOf } from '../../interface/messages/bounded-json.ts';
import { formOfReference } from '../client/references.ts';
import type { Settings } from '../settings/settings.ts';
import { formsOf } from './forms.ts';

/** A value that a test chose itself. */
const other = 'other';

const ordinaryHeaders = ['Accept', 'Accept-Encoding', 'Accept-Language', 'User-Agent'];
const oneOf = (known: readonly unknown[], sent: unknown): string => (known.includes(sent) ? String(sent) : other);

/** The forms of the values that an accepted request carried, in a fixed order; undefined for any other request. */
export const combinationsIn = (settings: Settings) => {
  const forms = formsOf(settings);
  const named = (kind: keyof typeof forms, sent: unknown, isIt = (value: unknown) => value === sent): string => {
    if (sent === undefined) return 'absent';
    const groups: readonly Readonly<Record<string, readonly unknown[]>>[] = forms[kind];
    const names = groups.flatMap((group) => Object.entries(group)).find(([, values]) => values.some(isIt));
    return names?.[0] ?? other;
  };
  return ({ request, status, exchange: { requestHeaders: sent } }: Reply): string[] | undefined => {
    const [, endpoint] = /^\/v1\/(transactions|checkout)$/.exec(request.path) ?? [];
    const body = asRecord(jsonOf(request.body ?? ''));
    if (endpoint === undefined || body === undefined || status !== 200) return undefined;
    const { amount, currency, email, transaction_reference: reference, payment_method_code: code = '' } = body;
    return [
      oneOf(['', ...Object.values(settings.operators)], code) === other ? other : `${endpoint} ${String(code)}`,
      named('amount', amount),
      oneOf([settings.currency, settings.secondCurrency], currency),
      named('email', email),
      reference === undefined ? 'absent' : (formOfReference(reference) ?? other),
      ...['success_url', 'failure_url'].map((name) =>
        named('addresses', body[name], (one) => asRecord(one)?.[name] === body[name]),
      ),
      ...ordinaryHeaders.map((name) => headerIn(sent, name) ?? 'absent'),
    ];
  };
};

/** How many pairs of the values that a run sent stood together in a request. */
export const pairsIn = (combinations: Iterable<readonly string[]>): { covered: number; of: number } => {
  const seen: Set<string>[] = [];
  const pairs = new Set<string>();
  // Many requests carry the same values.
  const distinct = new Map([...combinations].map((values) => [values.join('\n'), values]));
  for (const values of distinct.values()) {
    for (const [at, value] of values.entries()) {
      if (value === other) continue;
      (seen[at] ??= new Set()).add(value);
      for (const [after, second] of values.entries())
        if (after > at && second !== other) pairs.add(`${at} ${value}\n${after} ${second}`);
    }
  }
  const sizes = seen.map(({ size }) => size);
  const all = sizes.reduce((sum, size, at) => sum + size * sizes.slice(at + 1).reduce((rest, one) => rest + one, 0), 0);
  return { covered: pairs.size, of: all };
};
