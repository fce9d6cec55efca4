import type { Exchange } from '../../interface/messages/exchange.ts';

/**
 * A command that repeats an exchange. Keys, the e-mail address and number of the customer and the address of the
 * service appear as shell variables with the names of their settings, such as `$SECRET_KEY`.
 */
export const curlOf = (exchange: Exchange, baseUrl: string): string => {
  const address = exchange.url.startsWith(baseUrl) ? `$BASE_URL${exchange.url.slice(baseUrl.length)}` : exchange.url;
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = exchange.requestBody === undefined ? [] : [`--data-raw ${quoted(exchange.requestBody)}`];
  return ['curl -sS -i', `-X ${exchange.method}`, ...headers, ...body, quoted(address)].join(' \\\n  ');
};

/** A placeholder of the mask, which becomes a shell variable; `#0` omits a leading zero of the value. */
const placeholder = /(\$BASE_URL|<(?:SECRET_KEY|PUBLISHABLE_KEY|CUSTOMER_EMAIL|MOBILE_MONEY_NUMBER)(?:#0)?>)/;

/** Puts everything in single quotes except variables, which need double quotes to be expanded. */
const quoted = (text: string): string =>
  text
    .split(placeholder)
    .filter((part) => part !== '')
    .map((part) => (placeholder.test(part) ? `"${variable(part)}"` : `'${part.replaceAll("'", String.raw`'\''`)}'`))
    .join('');

const variable = (part: string): string =>
  part.startsWith('$') ? part : part.includes('#') ? `\${${part.slice(1, -1)}}` : `$${part.slice(1, -1)}`;
