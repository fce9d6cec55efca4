import type { Exchange } from '../../interface/messages/exchange.ts';

/**
 * A command that repeats an exchange. Keys, the e-mail address and number of the customer and the address of the
 * service appear as shell variables with the names of their settings, such as `$SECRET_KEY`.
 *
 * @param ids the variables of ids that the service gave before
 */
export const curlOf = (exchange: Exchange, baseUrl: string, ids: ReadonlyMap<string, string> = new Map()): string => {
  const withIds = (text: string): string => [...ids].reduce((rest, [id, name]) => rest.replaceAll(id, name), text);
  const { url } = exchange;
  const address = withIds(url.startsWith(baseUrl) ? `$BASE_URL${url.slice(baseUrl.length)}` : url);
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = exchange.requestBody === undefined ? [] : [`--data-raw ${quoted(withIds(exchange.requestBody))}`];
  return ['curl -sS -i', `-X ${exchange.method}`, ...headers, ...body, quoted(address)].join(' \\\n  ');
};

/**
 * A script that sends exchanges again in their order. An id that the service gave, and a later request has, is taken from
 * the new answer: `$ID_1`.
 */
export const scriptOf = (exchanges: readonly Exchange[], baseUrl: string): string => {
  const ids = new Map<string, string>();
  const parts = exchanges.map((exchange, index) => {
    const later = exchanges.slice(index + 1);
    const found = idsIn(exchange.responseBody).filter(
      ([, id]) =>
        !ids.has(id) && later.some(({ url, requestBody = '' }) => url.includes(id) || requestBody.includes(id)),
    );
    const command = curlOf(exchange, baseUrl, ids);
    const taken = found.map(([field, id]) => {
      ids.set(id, `$ID_${ids.size + 1}`);
      return `ID_${ids.size}=$(printf '%s' "$ANSWER" | sed -n 's/.*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1)`;
    });
    const lines = taken.length === 0 ? [command] : [`ANSWER=$(${command})`, `printf '%s\\n' "$ANSWER"`, ...taken];
    return [`# ${index + 1}.`, ...lines].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
};

/** The ids in the text of an answer, by the names of their fields. */
const idsIn = (body: string): [field: string, id: string][] =>
  [...body.matchAll(/"(\w{0,40}id)"\s*:\s*"([^"\\]{4,200})"/g)].map(([, field = '', id = '']) => [field, id]);

/** A placeholder of the mask, which becomes a shell variable; `#0` omits a leading zero of the value. */
const placeholder =
  /(\$BASE_URL|\$ID_\d+|<(?:SECRET_KEY|PUBLISHABLE_KEY|CUSTOMER_EMAIL|MOBILE_MONEY_NUMBER|OPERATOR_[ABC]_NUMBER)(?:#0)?>)/;

/** Puts everything in single quotes except variables, which need double quotes to be expanded. */
const quoted = (text: string): string =>
  text
    .split(placeholder)
    .filter((part) => part !== '')
    .map((part) => (placeholder.test(part) ? `"${variable(part)}"` : `'${part.replaceAll("'", String.raw`'\''`)}'`))
    .join('');

const variable = (part: string): string => {
  if (part.startsWith('$')) return part;
  const name = part.slice(1, -1);
  return name.includes('#') ? `\${${name}}` : `$${name}`;
};
