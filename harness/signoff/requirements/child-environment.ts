/** Options of Node that load no code. */
const harmless =
  /^--(max-old-space-size|max-semi-space-size|disable-warning|no-warnings|no-deprecation|dns-result-order|use-openssl-ca|use-system-ca|use-bundled-ca|enable-source-maps|stack-trace-limit)(=.*)?$/;

/** Variables that have Node or its loaders take other code than that of the suite. */
const leadElsewhere = ['NODE_PATH', 'TSX_TSCONFIG_PATH', 'ESBK_TSCONFIG_PATH'];

/**
 * Sees to it that no variable, of the environment or of .env, brings code into the run that is in no commit.
 *
 * @throws naming the variables
 */
export const refuseForeignCode = (environment: Readonly<Record<string, string | undefined>>): void => {
  const options = (environment.NODE_OPTIONS ?? '').split(/\s+/).filter(Boolean);
  const found = [
    ...options.filter((option) => !harmless.test(option)).map((option) => `NODE_OPTIONS: ${option}`),
    ...leadElsewhere.filter((name) => environment[name]),
  ];
  if (found.length === 0) return;
  throw new Error(
    `The environment can bring code into the run that is not in the commit:\n${found.map((one) => `  ${one}`).join('\n')}\n` +
      'Unset it, then sign off.',
  );
};

/**
 * The environment of the programs of a sign-off: compiled code is never taken from the caches of earlier runs, and the
 * key that signs is not theirs to know.
 *
 * @param caches an empty folder
 */
export const childEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
  caches: string,
): Record<string, string | undefined> => ({
  ...environment,
  SIGNOFF_PRIVATE_KEY_FILE: '',
  TSX_DISABLE_CACHE: '1',
  PWTEST_CACHE_DIR: caches,
});
