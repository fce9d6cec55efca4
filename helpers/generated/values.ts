import fc from 'fast-check';

/** Hostile, but harmless: what breaks parsers, columns and pages that were not made for it. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202etext',
    '😀𝒳 漢字',
    "'; -- '",
    "o'clock",
    '"quoted"',
    '<b>bold</b>',
    '\\',
    '%s%n',
    '%00',
    'line\r\nline',
    'null',
    'NaN',
    '1e309',
    ' ',
    'ı İ ß',
  ),
  fc.integer({ min: 301, max: 5000 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

/** What no service takes for a text, a number or a flag. */
export const structure: fc.Arbitrary<unknown> = fc.constantFrom(
  { value: 'text' },
  ['text', 'more'],
  { value: 1000, more: [1, 2] },
  [1000, 2000],
);

/** JSON values of every other kind. */
export const otherKind: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(null, true, false, 12_345, 0, -1, {}, [], '');

/** What stands in place of one field: nothing, another kind of value, or a text of another kind. */
export const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: structure },
  { weight: 2, arbitrary: otherKind },
  { weight: 2, arbitrary: hostileText },
);

/** A field and what becomes of it. */
export interface Change {
  field: string;
  value: unknown;
}

export const changeOf = (field: string, ...own: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<Change> =>
  fc.record({
    field: fc.constant(field),
    value:
      own.length === 0
        ? anythingElse
        : fc.oneof({ weight: 2, arbitrary: fc.oneof(...own) }, { weight: 1, arbitrary: anythingElse }),
  });

/** A body with changes made to it; a field that is changed to undefined is left out. */
export const changed = (body: Readonly<Record<string, unknown>>, changes: readonly Change[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...body, ...Object.fromEntries(changes.map(({ field, value }) => [field, value])) }).filter(
      ([, value]) => value !== undefined,
    ),
  );
