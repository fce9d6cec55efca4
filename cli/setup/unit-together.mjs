// The unit tests that need no process of their own, in one; see unit.mjs.
const files = /** @type {string[]} */ (JSON.parse(process.env['UNIT_TEST_FILES'] ?? '[]'));
for (const file of files) await import(new URL(`../../${file}`, import.meta.url).href);
