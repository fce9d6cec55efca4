/** Node options that load no code. */
const harmless =
  /^--(max-old-space-size|max-semi-space-size|disable-warning|no-warnings|no-deprecation|dns-result-order|use-openssl-ca|use-system-ca|use-bundled-ca|enable-source-maps|stack-trace-limit)(=.*)?$/;

/** Variables that make Node or its loaders use other code than that of the suite. */
const redirecting = ['NODE_PATH', 'TSX_TSCONFIG_PATH', 'ESBK_TSCONFIG_PATH'];

/**
 * Refuses variables of the environment or .env that load code which is not in the commit.
 *
 * @throws Error that names the variables
 */
export const refuseForeignCode = (environment: Readonly<Record<string, string | undefined>>): void => {
  const options = (environment.NODE_OPTIONS ?? '').split(/\s+/).filter(Boolean);
  const found = [
    ...options.filter((option) => !harmless.test(option)).map((option) => `NODE_OPTIONS: ${option}`),
    ...redirecting.filter((name) => environment[name]),
  ];
  if (found.length === 0) return;
  throw new Error(
    `The environment can load code that is not in the commit:\n${found.map((one) => `  ${one}`).join('\n')}\n` +
      'Unset these variables, then sign off.',
  );
};

/**
 * The environment of the programs of a sign-off, without caches of compiled code from earlier runs, and without the
 * signing key.
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
