/** Whether a Playwright server or a browser debugged over CDP listens at a BROWSER_ADDRESS. */
type BrowserKind = 'playwright' | 'cdp';

/** Both speak WebSocket, but a debugged browser at its own path. */
export const kindOf = (address: string): BrowserKind => {
  const { protocol, pathname } = new URL(address);
  return /^wss?:$/.test(protocol) && !pathname.startsWith('/devtools/') ? 'playwright' : 'cdp';
};

/** Names of parameters whose values are always secret. */
const secretName = /token|key|secret|pass|auth|sig/i;

/** Shorter parts are no secret; longer ones, or ones with a digit, look like one. */
const shortest = 8;
const long = 16;

/** The secrets in the address of a browser: its parts that are no ordinary words. */
export const secretPartsOf = (address: string | undefined): string[] => {
  if (!address) return [];
  const { username, password, pathname, searchParams } = new URL(address);
  const seemsSecret = (part: string): boolean => part.length >= long || /\d/.test(part);
  const named = [...searchParams].filter(([name]) => secretName.test(name)).map(([, value]) => value);
  const others = [...searchParams].filter(([name]) => !secretName.test(name)).map(([, value]) => value);
  const parts = [
    decodeURIComponent(password),
    ...named,
    ...[decodeURIComponent(username), ...pathname.split('/'), ...others].filter(seemsSecret),
  ];
  return [...new Set(parts.filter((part) => part.length >= shortest))];
};
