/** Makes a value of a wrong type from the valid one. */
export type WrongType = (valid: unknown) => unknown;

// The valid value in a list is easily read as the value itself.

/** Optional texts are only sent with types that no service converts. */
export const notAString: Readonly<Record<string, WrongType>> = {
  object: () => ({ value: 'text' }),
  list: (valid) => [valid],
};

/** Neither is valid where it is read as text: not as an address, an e-mail address or a currency. */
export const neverAString: Readonly<Record<string, WrongType>> = {
  ...notAString,
  number: () => 12345,
  boolean: () => true,
};

/** A number as text may be accepted as the number. */
export const neverANumber: Readonly<Record<string, WrongType>> = {
  object: () => ({ value: 1 }),
  list: (valid) => [valid],
  words: () => 'one thousand',
  boolean: () => true,
};

/** No service can do without a required field. */
export const orNull: Readonly<Record<string, WrongType>> = { null: () => null };
