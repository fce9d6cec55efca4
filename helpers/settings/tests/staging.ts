/** The settings of a real target. */
export const staging = {
  TARGET: 'staging',
  BASE_URL: 'https://staging.example.com/',
  STAGING_HOSTS: 'staging.example.com',
  SECRET_KEY: 'sk_test_of_nobody',
  PUBLISHABLE_KEY: 'pk_test_of_nobody',
  OPERATOR_A_CODE: 'A1',
  OPERATOR_B_CODE: 'B1',
  OPERATOR_C_CODE: 'C1',
  CURRENCY: 'XTS',
  MOBILE_MONEY_NUMBER: '0970000001',
};
