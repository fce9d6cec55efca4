import type { RunFacts } from './results-schema.ts';

/**
 * The name of a target in files that are kept between runs: `sandbox` (whose port changes), or host and port of a
 * staging target, for example `staging.example.com` or `127.0.0.1-4000`. Safe as a file name.
 */
export const targetName = ({ target, host }: Pick<RunFacts, 'target' | 'host'>): string =>
  target === 'sandbox' ? 'sandbox' : host.replaceAll(/[^\w.-]+/g, '-') || 'staging';
