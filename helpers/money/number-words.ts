/** How many times its number a word makes, as `k` and `lakh` do, in lower case. */
export type NumberWords = ReadonlyMap<string, number>;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const styles = ['short', 'long'] as const;

/** In English, where pages write more than `Intl` knows. */
const english: readonly (readonly [word: string, power: number])[] = [
  ['k', 3],
  ['m', 6],
  ['mm', 6],
  ['mn', 6],
  ['mio', 6],
  ['l', 5],
  ['lac', 5],
  ['lacs', 5],
  ['lakh', 5],
  ['lakhs', 5],
  ['cr', 7],
  ['crore', 7],
  ['crores', 7],
  ['bn', 9],
  ['hundred', 2],
  ['thousand', 3],
  ['thousands', 3],
  ['grand', 3],
  ['百', 2],
  ['千', 3],
  ['萬', 4],
];

let known: NumberWords | undefined;

/** The words of all languages that `Intl` writes in short forms of numbers, such as 1.5 million and 5 लाख. */
export const numberWords = (): NumberWords => (known ??= collect());

const collect = (): NumberWords => {
  const words = new Map<string, number>(english.map(([word, power]) => [word, 10 ** power]));
  for (const language of [...languages(), ...regional]) {
    for (const compactDisplay of styles) {
      const options = { notation: 'compact', compactDisplay, numberingSystem: 'latn', useGrouping: false } as const;
      const format = new Intl.NumberFormat(language, options);
      for (let power = 2; power < 14; power += 1) {
        for (const times of power % 3 === 0 && compactDisplay === 'long' ? plurals : [1]) {
          const parts = format.formatToParts(times * 10 ** power);
          const textOf = (...types: string[]) =>
            parts.flatMap(({ type, value }) => (types.includes(type) ? [value] : [])).join('');
          const word = plainWord(textOf('compact'));
          // In French, a thousand is a word without a number.
          const number = Number(textOf('integer', 'decimal', 'fraction').replace(/\D/, '.') || 1);
          // Of two meanings, such as that of M, the larger one.
          if (word) words.set(word, Math.max(words.get(word) ?? 0, (times * 10 ** power) / number));
        }
      }
    }
  }
  return words;
};

/** Numbers that have the different forms of a word: 1 tysiąc, 2 tysiące, 5 tysięcy, 1,5 tysiąca. */
const plurals = [1, 2, 3, 5, 1.5];
/** Languages that write other words in one country, or have a code of three letters. */
const regional = ['en-IN', 'pt-PT', 'fr-CA', 'fr-CH', 'es-MX', 'de-CH', 'de-AT', 'gsw', 'fil', 'ckb'];

export const languages = (): string[] =>
  Intl.NumberFormat.supportedLocalesOf(letters.flatMap((one) => letters.map((other) => one + other)));

/** A word as `plainNumbers` leaves it in a text. */
const plainWord = (word: string): string =>
  word
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** The names and signs of a currency in all languages, where it is used: ZMW, ZK, K. */
export const namesOf = (currency: string): string[] => {
  if (!/^[a-z]{3}$/i.test(currency)) return [];
  const locales = languages().flatMap((language) => [language, `${language}-${currency.slice(0, 2).toUpperCase()}`]);
  const names = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    locales.map((locale) => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
      return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency;
    }),
  );
  return [
    ...new Set([
      currency,
      ...names.map((name) =>
        name
          .normalize('NFKC')
          .replace(/\p{Cf}/gu, '')
          .trim(),
      ),
    ]),
  ];
};
