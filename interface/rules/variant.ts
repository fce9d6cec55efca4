/** Separates the sentence of a rule from the variant of a test in its title. */
export const beforeVariant = ' · ';

/** The variant of a test, read from its title; empty when it has none. */
export const variantOf = (title: string, sentence: string): string =>
  title.startsWith(sentence + beforeVariant) ? title.slice(sentence.length + beforeVariant.length) : '';

/** The variant of a test by its requested outcome. */
export const askingFor = (response: string | undefined): string =>
  response === undefined ? 'without requested_response' : `requested_response ${response}`;
