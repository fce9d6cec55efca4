/** The account of the embedded sandbox. It is public and grants access only to a process on this machine. */
export const sandboxAccount = {
  SECRET_KEY: 'sk_test_sandbox_4f1c9a7d2e',
  PUBLISHABLE_KEY: 'pk_test_sandbox_83b6e05c1f',
  OPERATOR_A_CODE: 'OPERATOR_A',
  OPERATOR_B_CODE: 'OPERATOR_B',
  OPERATOR_C_CODE: 'OPERATOR_C',
  CURRENCY: 'XTS, USD',
  MOBILE_MONEY_NUMBER: '0970000001',
  CALLBACK_CREATE_PATH: '/v1/callback/create',
} as const;

/** The settings of a run against a sandbox, or a proxy of one, that the run does not start itself. */
export const sandboxAsStaging = (address: string): Record<string, string> => ({
  ...sandboxAccount,
  TARGET: 'staging',
  BASE_URL: address,
});
