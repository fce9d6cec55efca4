import type { Suite } from '@playwright/test/reporter';

/**
 * Specs that take longest: their payments exclude one another, they wait for returns or notifications, send keys that
 * services may refuse only slowly, or send most.
 */
const longest = [
  // First failures in each channel: where no return comes, the channels wait for it at the same time.
  '2.3-return-to-merchant',
  '2.6-wallets-moved',
  '2.3-open-beside',
  '3-cancel',
  '5-authentication.spec',
  '6-',
  'generated',
  '5-authentication',
];

/** Lets the longest specs begin first, so that no worker is left alone with one at the end. */
export const longestFirst = (suite: Suite): void => {
  // Playwright takes files in this order, and sorts only the projects again.
  for (const project of suite.suites) project.entries().sort((one, other) => placeOf(one.title) - placeOf(other.title));
};

/** @param file of a spec, relative to the folder of its project */
const placeOf = (file: string): number => {
  const place = longest.findIndex((name) => file.startsWith(name));
  return place === -1 ? longest.length : place;
};
