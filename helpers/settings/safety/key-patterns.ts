/** Common words in keys that do not name an environment. */
const glue = '(?:sk|pk|rk|key|secret|sec|publishable|public|pub|api|token|access|client|merchant|app)';

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
 * Finds a word in a key: separate from other letters, in camel case, or attached to a word about keys. No match
 * within another word, as in "deliver", or a few letters of a random key.
 */
const wordsInKeys = (words: readonly string[]): RegExp[] => {
  const { lower, capital, upper } = wordOf(words);
  return [
    new RegExp(`(?<![a-z0-9])${glue}*(?:${lower})${glue}*(?![a-z])`, 'i'),
    new RegExp(`(?<![A-Za-z0-9])(?:${lower}|${capital})(?=[A-Z])`),
    new RegExp(`(?<![A-Za-z0-9])(?:${upper})(?=[a-z])`),
    new RegExp(`(?<=[a-z])(?:${capital})(?=[A-Z0-9]|[^A-Za-z0-9]|$)`),
    new RegExp(`(?<=[a-z])(?:${upper})(?![A-Za-z0-9])`),
    new RegExp(`^(?:sk|pk|rk)[_-]?(?:${lower})(?!uct(?!ion))`),
  ];
};

/** With one of these prefixes, the word means a test environment: preprod, non-live. */
const notYet = /(?<![a-z])(?:pre|non|not)[^a-z0-9]?(?:production|prod|prd|live)/gi;
const live = [
  ...wordsInKeys(['live', 'production', 'prod']),
  // Random keys often contain these three letters, so nothing may follow them.
  new RegExp(`(?<![a-z0-9])${glue}*prd${glue}*(?![a-z0-9])`, 'i'),
  /^(?:sk|pk|rk)[_-]?prd/,
  // Attached to a name: acmelive_ and acmeprod-, but not olive_ and alive-.
  /[a-z](?<!(?<![a-z])(?:o|a|re|out|en|c))(?:live|production|prod|prd)(?=[_-])/,
  // Keys of a family that has TEST in test keys and no word in live keys.
  /^[A-Z]*(?:SEC|PUB)K-(?!TEST)/,
];

const test = [
  /test|sandbox|sndbx|staging|stage|demo|dummy|fake|mock|example|sample|trial|preprod|pre-prod|nonprod|non-prod|simulat|develop/i,
  ...wordsInKeys(['tst', 'sbx', 'sbox', 'dev', 'stg', 'uat', 'qa', 'sit']),
];

const fits = (patterns: readonly RegExp[], key: string): boolean => patterns.some((pattern) => pattern.test(key));

/** Whether a key looks like a live key. */
export const looksLive = (key: string, pattern: RegExp | undefined): boolean =>
  pattern ? pattern.test(key) : fits(live, key.replace(notYet, ''));

/** Whether a key looks like a test key. */
export const looksLikeTest = (key: string, pattern: RegExp | undefined): boolean =>
  pattern ? pattern.test(key) : fits(test, key);
