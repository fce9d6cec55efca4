import { parseSettings, type Settings } from '../../helpers/settings/settings.ts';

/**
 * The settings for a service that needs others, as its user would write them.
 *
 * @param base those of the plain sandbox
 * @param variables what is set beside them, by the names of variables
 * @param patience milliseconds of waiting, where they differ
 * @throws SettingsError when they do not fit each other
 */
export const settingsWith = (
  base: Settings,
  variables: Readonly<Record<string, string>>,
  patience: Partial<Pick<Settings, 'requestTimeoutMs' | 'redirectTimeoutMs'>>,
): Settings => {
  const { callbackCreatePath, callbackId, disposableCallbackIds, notApplicable, merchantOrigin } = parseSettings({
    TARGET: 'staging',
    BASE_URL: base.baseUrl,
    SECRET_KEY: base.secretKey,
    PUBLISHABLE_KEY: base.publishableKey,
    OPERATOR_A_CODE: base.operators.A,
    OPERATOR_B_CODE: base.operators.B,
    OPERATOR_C_CODE: base.operators.C,
    CURRENCY: base.currency,
    MOBILE_MONEY_NUMBER: base.mobileMoneyNumber,
    CALLBACK_CREATE_PATH: base.callbackCreatePath,
    ...variables,
  });
  const needed = { callbackCreatePath, callbackId, disposableCallbackIds, notApplicable, merchantOrigin };
  return { ...base, ...patience, ...needed };
};
