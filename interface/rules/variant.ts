/** Between the sentence of a rule and what tells a test of it from the others. */
export const beforeVariant = ' · ';

/** What tells a test from the others of its rule, read from its title; empty where it is the only one. */
export const variantOf = (title: string, sentence: string): string =>
  title.startsWith(sentence + beforeVariant) ? title.slice(sentence.length + beforeVariant.length) : '';

/** What tells a test by the simulated outcome that it asks for. */
export const askingFor = (response: string | undefined): string =>
  response === undefined ? 'without requested_response' : `requested_response ${response}`;
