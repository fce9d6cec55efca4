import { parseSettings, type Settings } from '../../helpers/settings/settings.ts';

/**
 * The settings for a service that needs different ones, parsed like those of a user.
 *
 * @param base the settings of the plain sandbox
 * @param variables the different settings, by variable name
 * @param patience the different timeouts
 * @throws SettingsError when the settings contradict each other
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
