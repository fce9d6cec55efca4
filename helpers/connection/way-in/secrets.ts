import type { VariableName } from '../../settings/declarations/declarations.ts';
import type { Settings } from '../../settings/settings.ts';

type Secret = [name: VariableName, value: string];

/** The credentials for access to the target, each with the name of its setting. */
export const secretsOfWayIn = (wayIn: Partial<Settings['wayIn']> | undefined): Secret[] => {
  const { httpsProxy, httpProxy, extraHeaders = [], basicAuth = '', clientKeyPassphrase = '' } = wayIn ?? {};
  return [
    ...loginOf(httpsProxy).map((part): Secret => ['HTTPS_PROXY', part]),
    ...loginOf(httpProxy).map((part): Secret => ['HTTP_PROXY', part]),
    ...extraHeaders.map(([, value]): Secret => ['EXTRA_HEADERS', value]),
    ...[basicAuth, basicAuth.slice(basicAuth.indexOf(':') + 1)].map((part): Secret => ['BASIC_AUTH', part]),
    ['CLIENT_KEY_PASSPHRASE', clientKeyPassphrase] satisfies Secret,
  ].filter(([, value]) => value !== '') as Secret[];
};

/** The password in the address of a proxy, alone and with the user. */
const loginOf = (address: string | undefined): string[] => {
  const { username, password } = new URL(address ?? 'http://none');
  const [user = '', secret = ''] = [username, password].map(decodeURIComponent);
  return secret === '' ? [] : [`${user}:${secret}`, secret];
};
