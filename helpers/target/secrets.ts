import type { Settings } from '../settings/settings.ts';

/** Replaces every form of a key in a text. */
export type Mask = (text: string) => string;

/** Keys that are almost right. They are as secret as the real one, since they give it away. */
export const nearMissOf = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
export const lookAlikeOf = (key: string): string => {
  const half = Math.ceil(key.length / 2);
  return key.slice(0, half) + 'x'.repeat(key.length - half);
};
/** The same letters in the other case; another key alike where a key has no letters. */
export const otherCaseOf = (key: string): string => {
  const swapped = [...key].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
  return swapped === key ? lookAlikeOf(key) : swapped;
};
export const truncationOf = (key: string): string => key.slice(0, Math.max(1, key.length - 4));
export const extensionOf = (key: string): string => `${key}0`;

/**
 * A mask for the keys of a target: plain, percent-encoded, base64 and near misses.
 * The result names the setting, so that a masked text can be read and replayed.
 */
export const maskFor = (settings: Pick<Settings, 'secretKey' | 'publishableKey'>): Mask => {
  const named = [
    ['<SECRET_KEY>', settings.secretKey],
    ['<PUBLISHABLE_KEY>', settings.publishableKey],
  ] as const;
  const forms = named
    .filter(([, key]) => key !== '')
    .flatMap(([name, key]) => [
      [name, key] as const,
      ...[nearMissOf(key), otherCaseOf(key), lookAlikeOf(key), truncationOf(key)].map(
        (almost) => [name.replace('>', '*>'), almost] as const,
      ),
    ])
    .flatMap(([name, key]) =>
      [key, encodeURIComponent(key), Buffer.from(key).toString('base64')].map((form) => [name, form] as const),
    );
  const unique = [...new Map(forms.map(([name, form]) => [form, name]))].filter(([form]) => form.length >= 4);
  return (text) => unique.reduce((masked, [form, name]) => masked.replaceAll(form, name), text);
};
