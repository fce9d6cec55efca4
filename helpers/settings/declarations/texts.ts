import { groups } from './declarations.ts';
import type { Setting } from './setting.ts';

// The documentation of the settings: .env.example and docs/settings.md.

const width = 120;

const head = `# Copy this file to .env and fill in what you need. Empty means unset. Environment variables override it.
# The embedded sandbox needs none of them; a real target has no defaults for addresses, keys and codes.
# npm run doctor lists what is still missing.
# This file is generated from helpers/settings/declarations.
`;

const targetHead = `# The settings of one target. Empty means unset. Environment variables override this file.
# It contains keys, so do not commit it. npm run init asks for the main settings; npm run doctor lists what is missing.
`;

/** Lines of a comment. */
const comment = (text: string): string[] => {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > width) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
};

const withoutValue = ({ unset, required, requiredUnless }: Setting): string => {
  if (required) return 'required for a real target';
  return requiredUnless ? `required for a real target, unless NOT_APPLICABLE names ${requiredUnless}` : unset;
};

const entry = (setting: Setting, value = ''): string[] => {
  const { variable, about, more, command, unset } = setting;
  const text = [about, more, unset && `Default: ${unset}`].filter(Boolean).join(' ');
  return [...comment(text), ...(command ? [`# ${command}`] : []), `${variable}=${value}`];
};

/** Every variable with a comment and its value, if any. */
const listed = (valueOf: (name: string) => string, without?: string): string[] =>
  groups.map(({ title, settings }) =>
    [
      `# --- ${title} `.padEnd(width - 2, '-'),
      '',
      ...settings.filter(({ variable }) => variable !== without).flatMap((one) => entry(one, valueOf(one.variable))),
      '',
    ].join('\n'),
  );

/** The text of .env.example: every variable, empty, with a comment. */
export const envExample = (): string => [head, ...listed(() => '')].join('\n');

/**
 * The text of the `.env` of a target: every variable with a comment, and the given values.
 *
 * @param values may include variables that are not settings, which are written at the end
 * @throws for a value that cannot be written to such a file
 */
export const envOf = (values: Readonly<Record<string, string>>): string => {
  const own = new Set<string>(groups.flatMap(({ settings }) => settings.map(({ variable }) => variable)));
  const others = Object.keys(values).filter((name) => !own.has(name));
  return [
    targetHead,
    ...listed((name) => quoted(name, values[name] ?? ''), 'TARGET_FOLDER'),
    ...others.map((name) => `${name}=${quoted(name, values[name] ?? '')}\n`),
  ].join('\n');
};

/** Quotes a value so that it is read back unchanged. */
const quoted = (name: string, value: string): string => {
  if (/^[\w.:/@,+*=-]*$/.test(value)) return value;
  const quote = ["'", '`'].find((one) => !value.includes(one));
  // \\n is a line break only in double quotes.
  if (value.includes('\n') && !/["\\\r]/.test(value)) return `"${value.replaceAll('\n', String.raw`\n`)}"`;
  if (!quote || /[\r\n]/.test(value))
    throw new Error(
      `${name}: cannot be written to .env with both quotes and backticks, or quotes and several lines; ` +
        'set it in the environment',
    );
  return quote + value + quote;
};

const secrecy = { masked: 'yes', pipelines: 'in pipelines' } as const;

const row = (setting: Setting): string[] => [
  `\`${setting.variable}\``,
  setting.about + (setting.formerly ? ` Formerly \`${setting.formerly}\`, which is still read.` : ''),
  withoutValue(setting),
  setting.secret ? secrecy[setting.secret] : '',
];

/** A table in the format of the project's formatter. */
const table = (rows: readonly string[][]): string => {
  const cells = rows.map((cols) => cols.map((one) => one.replaceAll('|', String.raw`\|`)));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((cols) => cols[column]?.length ?? 0))) ?? [];
  const line = (cols: readonly string[]) => `| ${cols.map((one, at) => one.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = cells;
  return [line(header), line(widths.map((one) => '-'.repeat(one))), ...body.map(line)].join('\n');
};

/** The text of docs/settings.md: every variable with its meaning, its default and whether it is a secret. */
export const settingsPage = (): string =>
  `${[
    '# Settings',
    'Settings come from the environment and from `.env`; environment variables take precedence. `.env.example` ' +
      'describes each in more detail. An empty variable counts as unset.',
    'Secret "yes": masked in all output of the suite, and a secret in pipelines. "In pipelines": a secret only there.',
    'This page is generated from `helpers/settings/declarations`.',
    ...groups.flatMap(({ title, settings }) => [
      `## ${title}`,
      table([['Variable', 'What it is', 'Default', 'Secret'], ...settings.map(row)]),
    ]),
  ].join('\n\n')}\n`;
