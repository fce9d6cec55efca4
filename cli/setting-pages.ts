// node --import tsx cli/setting-pages.ts: writes .env.example and docs/settings.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups, type Setting } from '../helpers/settings/declarations.ts';
import { suiteRoot } from '../helpers/settings/settings-folder.cjs';

/** The declarations of a group, each with the names of its variables. */
const declaredIn = (group: Readonly<Record<string, Setting>>): [setting: Setting, names: string[]][] =>
  [...new Set(Object.values(group))].map((one) => [one, Object.keys(group).filter((name) => group[name] === one)]);

const effectOf = ({ unset, required, type }: Setting): string[] => {
  if (required) return ['Required for a real target.'];
  const value: unknown = type.parse(undefined);
  const shown = unset ?? (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return shown === '' ? [] : [`Default: ${shown}.`];
};

/** The text of .env.example: every variable that can be set there, empty, with a comment. */
const envExample = (): string =>
  `# Copy this file to .env, or to a file that ENV_FILE names, and fill in what you need. Empty means unset. Environment
# variables override it. It will contain keys, so do not commit it. Paths are relative to its folder.
# The embedded sandbox needs no settings. npm run doctor lists what a real target still lacks.
# This file is generated: node --import tsx cli/setting-pages.ts
${Object.entries(groups)
  .map(([title, group]) => {
    const entries = declaredIn(group).filter(([, names]) => !names.includes('ENV_FILE'));
    const lines = entries.flatMap(([setting, names]) => [
      ...[setting.about, ...effectOf(setting)].map((line) => `# ${line}`),
      ...names.map((name) => `${name}=`),
    ]);
    return `\n# --- ${title} ---\n\n${lines.join('\n')}\n`;
  })
  .join('')}`;

/** The text of docs/settings.md: every variable with its meaning, its default and whether it is a secret. */
const settingsPage = (): string => `# Settings

Settings come from the environment and from the file that \`ENV_FILE\` names, \`.env\` by default; environment variables take precedence. Use one file per target: \`ENV_FILE=../shop/staging.env npm start\`. Paths in it are relative to its folder, where the lists, the journal of created callbacks and \`reports/\` of the target are as well. An empty variable counts as unset. What is secret is masked in all output, and belongs to the secrets of a pipeline.

Files beside the settings: \`known-deviations.json\`; \`reviews.yaml\`, what people have decided; \`test-keys.json\`, the tests of a test management tool; \`observations/\`, what is pinned; and for the sign-off \`signoff-private.pem\` (\`openssl genpkey -algorithm ed25519 -out signoff-private.pem\`) and \`signoff-public.pem\` (\`openssl pkey -in signoff-private.pem -pubout -out signoff-public.pem\`), which is given to those who verify, separately from the sign-off; \`signoff-public-2.pem\` where two people sign.

A run and \`npm run doctor\` tell a name in the file that is no setting, and one in the environment that is nearly that of a setting. The \`BUILD_URL\` that Jenkins sets for its jobs is no setting. This page is generated from \`helpers/settings/declarations.ts\`.
${Object.entries(groups)
  .map(([title, group]) => {
    const lines = declaredIn(group).map(([setting, names]) => {
      const sentences = [
        setting.about.replace(/[^.]$/, '$&.'),
        ...effectOf(setting),
        ...(setting.secret ? ['Secret.'] : []),
      ];
      return `- ${names.map((one) => `\`${one}\``).join(', ')}: ${sentences.join(' ')}`;
    });
    return `\n## ${title}\n\n${lines.join('\n')}\n`;
  })
  .join('')}\n**Next**: \`npm run doctor\` says what is missing; [staging](staging.md) has the details.\n`;

/** Both pages by the names of their files. */
export const pages = { '.env.example': envExample(), 'docs/settings.md': settingsPage() };

if (__filename === process.argv[1])
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(suiteRoot, name), text);
