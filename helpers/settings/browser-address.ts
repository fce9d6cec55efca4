/** The kind of BROWSER_ADDRESS: a Playwright server, or the debugging port of a browser (CDP, below /devtools/). */
export const kindOf = (address: string): 'playwright' | 'cdp' => {
  const { protocol, pathname } = new URL(address);
  return /^wss?:$/.test(protocol) && !pathname.startsWith('/devtools/') ? 'playwright' : 'cdp';
};

/** The parts of the address of a browser that may grant access to it: those that are not ordinary words. */
export const secretPartsOf = (address: string | undefined): string[] => {
  const { username, password, pathname, searchParams } = new URL(address ?? 'ws://none');
  const named = [...searchParams]
    .filter(([name]) => /token|key|secret|pass|auth|sig/i.test(name))
    .map(([, value]) => value);
  const others = [decodeURIComponent(username), ...pathname.split('/'), ...searchParams.values()];
  return [decodeURIComponent(password), ...named, ...others.filter((one) => /\d/.test(one) || one.length > 15)];
};
