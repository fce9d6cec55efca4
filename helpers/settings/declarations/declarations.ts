import { browser, browserPath, callbacks } from './callbacks-and-browser.ts';
import { deviations, digest, reviews, scope, shards, signOff } from './run.ts';
import { settingsIn, type NamesOf, type Setting } from './setting.ts';
import { credentials, payments, target } from './target.ts';
import { wayIn } from './way-in.ts';

/** Every setting of the suite, by member of `Settings`. */
export const declarations = {
  ...target,
  ...wayIn,
  ...credentials,
  ...payments,
  ...deviations,
  ...reviews,
  ...digest,
  ...callbacks,
  ...browser,
  ...scope,
  ...shards,
  ...signOff,
};

export type VariableName = NamesOf<typeof declarations>;

/** The declarations as a list. */
export const declared = settingsIn(declarations) as Setting<VariableName>[];
export const variableNames: readonly VariableName[] = declared.map(({ variable }) => variable);

/** The names of settings, including former ones. */
const namesOf = (settings: readonly Setting[]): string[] =>
  settings.flatMap(({ variable, formerly }) => (formerly ? [variable, formerly] : [variable]));

/** Every variable empty, including former names, for a program that must not see any setting of this machine. */
export const noSettings: Readonly<Record<string, string>> = Object.fromEntries(
  namesOf(declared).map((name) => [name, '']),
);

/** A heading of the documentation with its settings. */
interface Group {
  title: string;
  settings: readonly Setting[];
}

/** Everything that can be set, in the order of .env.example. */
export const groups: readonly Group[] = [
  { title: 'The target', settings: settingsIn(target) },
  { title: 'Network access to the target', settings: settingsIn(wayIn) },
  { title: 'Credentials of a test account', settings: settingsIn(credentials) },
  { title: 'Payments', settings: settingsIn(payments) },
  { title: 'Known deviations', settings: settingsIn(deviations) },
  { title: 'Manual reviews', settings: settingsIn(reviews) },
  { title: 'The digest of a run', settings: settingsIn(digest) },
  { title: 'Callbacks', settings: settingsIn(callbacks) },
  { title: 'The browser and the hosted page', settings: [browserPath, ...settingsIn(browser)] },
  { title: 'Timeouts and scope', settings: settingsIn(scope) },
  { title: 'Shards', settings: settingsIn(shards) },
  { title: 'Sign-off', settings: settingsIn(signOff) },
];

/** Every name that can be set, including former names. */
export const knownNames: ReadonlySet<string> = new Set(groups.flatMap(({ settings }) => namesOf(settings)));
