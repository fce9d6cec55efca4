import type { Exchange } from './exchange.ts';

/**
 * A command that repeats an exchange. Keys stand in it as `$SECRET_KEY` and `$PUBLISHABLE_KEY`,
 * the address as `$BASE_URL`, to be set in the shell that runs it.
 */
export const curlOf = (exchange: Exchange, baseUrl: string): string => {
  const address = exchange.url.startsWith(baseUrl) ? `$BASE_URL${exchange.url.slice(baseUrl.length)}` : exchange.url;
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = exchange.requestBody === undefined ? [] : [`--data-raw ${quoted(exchange.requestBody)}`];
  return ['curl -sS -i', `-X ${exchange.method}`, ...headers, ...body, quoted(address)].join(' \\\n  ');
};

/** Single quotes around everything but the variables, which need double quotes to be filled in. */
const quoted = (text: string): string =>
  text
    .replaceAll('<SECRET_KEY>', '$SECRET_KEY')
    .replaceAll('<PUBLISHABLE_KEY>', '$PUBLISHABLE_KEY')
    .split(/(\$(?:BASE_URL|SECRET_KEY|PUBLISHABLE_KEY))/)
    .filter((part) => part !== '')
    .map((part) => (/^\$[A-Z_]+$/.test(part) ? `"${part}"` : `'${part.replaceAll("'", String.raw`'\''`)}'`))
    .join('');
