/** The kind of BROWSER_ADDRESS: a Playwright server, or the debugging port of a browser (CDP). */
type BrowserKind = 'playwright' | 'cdp';

/** Both kinds have WebSocket addresses, but the path of a debugging port starts with /devtools/. */
export const kindOf = (address: string): BrowserKind => {
  const { protocol, pathname } = new URL(address);
  return /^wss?:$/.test(protocol) && !pathname.startsWith('/devtools/') ? 'playwright' : 'cdp';
};

/** Names of parameters whose values are always secret. */
const secretName = /token|key|secret|pass|auth|sig/i;

/** Shorter values are not secret; other values are if they contain a digit or have at least the second length. */
const minLength = 8;
const secretLength = 16;

/** The parts of the address of a browser that may grant access to it: those that are not ordinary words. */
export const secretPartsOf = (address: string | undefined): string[] => {
  if (!address) return [];
  const { username, password, pathname, searchParams } = new URL(address);
  const seemsSecret = (part: string): boolean => part.length >= secretLength || /\d/.test(part);
  const named = [...searchParams].filter(([name]) => secretName.test(name)).map(([, value]) => value);
  const others = [...searchParams].filter(([name]) => !secretName.test(name)).map(([, value]) => value);
  const parts = [
    decodeURIComponent(password),
    ...named,
    ...[decodeURIComponent(username), ...pathname.split('/'), ...others].filter(seemsSecret),
  ];
  return [...new Set(parts.filter((part) => part.length >= minLength))];
};
