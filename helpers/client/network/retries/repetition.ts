import { profileOf } from '../../../settings/command-line/profile.mjs';

/** Whether this run repeats neither requests nor tests, since a sign-off must rest on first attempts. */
export const retriesDisabled = (): boolean => profileOf() === 'signoff';
