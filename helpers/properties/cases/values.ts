import * as fc from 'fast-check';

/** Like fast-check's unit `binary`, which takes a second to initialize in each process. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

const pathCharacter = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(..."abcXYZ0189-._~!$&'()*+,;=:@") },
  { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
);

/** Like fast-check's `webPath`, which also initializes that unit. */
export const addressPath: fc.Arbitrary<string> = fc
  .array(fc.string({ unit: pathCharacter, maxLength: 4 }), { maxLength: 4 })
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));

/** Harmless texts that break incorrect parsers, database columns and pages. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('😀𝒳 漢字', '\u202etext', 'ı İ ß', 'e\u0301'),
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'line\r\nline', '\u007f'),
  fc.constantFrom("'; -- '", "o'clock", '"quoted"', '<b>bold</b>', '\\', '%s%n', '%00', '{{1}}'),
  fc.constantFrom('null', 'NaN', '1e309', ' ', '0x10'),
  fc.integer({ min: 301, max: 5000 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

/** Values that no service accepts as text, number or flag. */
const structures = [{ value: 'text' }, ['text', 'more']];

/** One value of each kind, for any field; undefined omits it. */
export const kinds: readonly unknown[] = [
  undefined,
  ...structures,
  null,
  true,
  12_345,
  '',
  '漢字 😀',
  'a\u0000b',
  '<b>bold</b>',
  'x'.repeat(1000),
];

/** Replacements of a field value: none, a value of another kind, or an unusual text. */
export const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...kinds),
  fc.constantFrom<unknown>(...structures, false, 0, -1, {}, []),
  hostileText,
);

/** A field and its new value. */
export interface Change {
  field: string;
  value: unknown;
}

export const changeOf = (field: string, ...own: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<Change> =>
  fc.record({
    field: fc.constant(field),
    value: own.length === 0 ? anythingElse : fc.oneof(fc.oneof(...own), anythingElse),
  });

/** A body with changes; a field that is changed to undefined is omitted. */
export const changed = (body: Readonly<Record<string, unknown>>, changes: readonly Change[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...body, ...Object.fromEntries(changes.map(({ field, value }) => [field, value])) }).filter(
      ([, value]) => value !== undefined,
    ),
  );
