import { readSettings } from '../../helpers/settings/environment.ts';

// Texts of callbacks in ordinary forms, which every service takes as it does the plain ones ("ordinary texts survive a
// fetch" judges them one by one). By seed, so that each update carries another one from run to run.

const paths = [
  (word: string) => word,
  (word: string) => `New-${word}`,
  (word: string) => `${word}?by=suite`,
  (word: string) => `${word}?with=query&and=more`,
];
const descriptions = [
  (word: string) => `${word} by the conformance suite`,
  (word: string) => `${word}: naïve café, two words; 100 %`,
  (word: string) => `Shop 7, ${word}`,
];

/** An address and a description that contain a word. */
export const ordinaryTexts = (word: string): { url: string; description: string } => {
  const turn = readSettings().seed.number + word.length;
  const [path, description] = [paths[turn % paths.length], descriptions[turn % descriptions.length]];
  return { url: `https://merchant.example/hooks/${path?.(word)}`, description: description?.(word) ?? word };
};
