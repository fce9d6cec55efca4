import type { Exchange } from '../../interface/messages/exchange.ts';

/** The attachment with the command of the last exchange alone, of a test that is run again. */
export const lastCurlName = 'last exchange as curl';

/**
 * A command that repeats an exchange. Keys, e-mail address and number of the customer and the address of the service
 * stand in it as the variables that set them, `$SECRET_KEY` and so on, to be set in the shell that runs it.
 */
export const curlOf = (exchange: Exchange, baseUrl: string): string => {
  const address = exchange.url.startsWith(baseUrl) ? `$BASE_URL${exchange.url.slice(baseUrl.length)}` : exchange.url;
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = exchange.requestBody === undefined ? [] : [`--data-raw ${quoted(exchange.requestBody)}`];
  return ['curl -sS -i', `-X ${exchange.method}`, ...headers, ...body, quoted(address)].join(' \\\n  ');
};

/** What a mask has put in place of a value, as the variable of the shell; `#0` leaves a zero at its start out. */
const placeholder = /(\$BASE_URL|<(?:SECRET_KEY|PUBLISHABLE_KEY|CUSTOMER_EMAIL|MOBILE_MONEY_NUMBER)(?:#0)?>)/;

/** Single quotes around everything but the variables, which need double quotes to be filled in. */
const quoted = (text: string): string =>
  text
    .split(placeholder)
    .filter((part) => part !== '')
    .map((part) => (placeholder.test(part) ? `"${variable(part)}"` : `'${part.replaceAll("'", String.raw`'\''`)}'`))
    .join('');

const variable = (part: string): string =>
  part.startsWith('$') ? part : part.includes('#') ? `\${${part.slice(1, -1)}}` : `$${part.slice(1, -1)}`;
