import type { RunFacts } from './results-schema.ts';

/**
 * The name under which things about a target are kept from run to run: `sandbox` (whose port is another each time), or
 * the host of a staging with its port, for example `staging.example.com` or `127.0.0.1-4000`. Safe as a file name.
 */
export const targetName = ({ target, host }: Pick<RunFacts, 'target' | 'host'>): string =>
  target === 'sandbox' ? 'sandbox' : host.replaceAll(/[^\w.-]+/g, '-') || 'staging';

/** The name of the folder of its sign-off. */
export const signOffOf = (run: Pick<RunFacts, 'startedAt' | 'target' | 'host'>): string =>
  `${run.startedAt.slice(0, 19).replaceAll(':', '-')}Z-${targetName(run)}`;
