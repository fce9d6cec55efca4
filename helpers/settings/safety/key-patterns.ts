/** Words in keys that do not depend on the environment. */
const affix = '(?:sk|pk|rk|key|secret|sec|publishable|public|pub|api|token|access|client|merchant|app)';

interface Word {
  /** As a part of a regular expression. */
  lower: string;
  capital: string;
  upper: string;
}

const wordOf = (words: readonly string[]): Word => ({
  lower: words.join('|'),
  capital: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|'),
  upper: words.join('|').toUpperCase(),
});

/**
 * Finds a word in a key: separate from other letters, in camel case, or joined to a word about keys. A word within
 * another one, as in "deliver", and random letters are not found.
 */
const wordsInKeys = (words: readonly string[]): RegExp[] => {
  const { lower, capital, upper } = wordOf(words);
  return [
    new RegExp(`(?<![a-z0-9])${affix}*(?:${lower})${affix}*(?![a-z])`, 'i'),
    new RegExp(`(?<![A-Za-z0-9])(?:${lower}|${capital})(?=[A-Z])`),
    new RegExp(`(?<![A-Za-z0-9])(?:${upper})(?=[a-z])`),
    new RegExp(`(?<=[a-z])(?:${capital})(?=[A-Z0-9]|[^A-Za-z0-9]|$)`),
    new RegExp(`(?<=[a-z])(?:${upper})(?![A-Za-z0-9])`),
    new RegExp(`^(?:sk|pk|rk)[_-]?(?:${lower})(?!uct(?!ion))`),
  ];
};

/** With one of these prefixes, the word means a test environment: preprod, non-live. */
const notLive = /(?<![a-z])(?:pre|non|not)[^a-z0-9]?(?:production|prod|prd|live)/gi;
const live = [
  ...wordsInKeys(['live', 'production', 'prod']),
  // Three letters often occur in random keys, so the word must end there.
  new RegExp(`(?<![a-z0-9])${affix}*prd${affix}*(?![a-z0-9])`, 'i'),
  /^(?:sk|pk|rk)[_-]?prd/,
  // Joined to a preceding name: acmelive_ and acmeprod-, but not olive_ and alive-.
  /[a-z](?<!(?<![a-z])(?:o|a|re|out|en|c))(?:live|production|prod|prd)(?=[_-])/,
  // A key format that marks test keys with TEST and does not mark live keys.
  /^[A-Z]*(?:SEC|PUB)K-(?!TEST)/,
];

const test = [
  /test|sandbox|sndbx|staging|stage|demo|dummy|fake|mock|example|sample|trial|preprod|pre-prod|nonprod|non-prod|simulat|develop/i,
  ...wordsInKeys(['tst', 'sbx', 'sbox', 'dev', 'stg', 'uat', 'qa', 'sit']),
];

const matchesAny = (patterns: readonly RegExp[], key: string): boolean => patterns.some((pattern) => pattern.test(key));

/** Whether a key is marked as a live key. */
export const looksLive = (key: string, pattern: RegExp | undefined): boolean =>
  pattern ? pattern.test(key) : matchesAny(live, key.replace(notLive, ''));

/** Whether a key is marked as a test key. */
export const looksLikeTest = (key: string, pattern: RegExp | undefined): boolean =>
  pattern ? pattern.test(key) : matchesAny(test, key);
