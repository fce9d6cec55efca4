import { profileOf } from '../../../settings/command-line/profile.mjs';

/** Whether neither a request nor a test is tried a second time in this run: what a sign-off rests on was seen at once. */
export const retriesDisabled = (): boolean => profileOf() === 'signoff';
