/** What listens at a BROWSER_ADDRESS: a server of Playwright's, or a browser that is debugged over CDP. */
type BrowserKind = 'playwright' | 'cdp';

/** Playwright servers speak WebSocket; so does a debugged browser, but below a path of its own. */
export const kindOf = (address: string): BrowserKind => {
  const { protocol, pathname } = new URL(address);
  return /^wss?:$/.test(protocol) && !pathname.startsWith('/devtools/') ? 'playwright' : 'cdp';
};

/** Names of parameters whose values are secret, whatever they look like. */
const secretName = /token|key|secret|pass|auth|sig/i;

/** Fewer signs than these are no secret; with a digit or in greater number they look like one. */
const shortest = 8;
const long = 16;

/** What opens a browser to whoever knows it: the parts of its address that are no ordinary words. */
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
