import { asRecord } from './exchange.ts';

/** Maximum number of elements of a list that are considered. */
const maxElements = 100;

/**
 * The form of a value without its data: types and field names. The elements of a list are merged, so that their order
 * and number do not matter; a `?` marks a field that only some of them have.
 *
 * @param depth maximum depth of described objects
 */
export const describeShape = (value: unknown, depth = 3): string => formOfAll([value], depth);

const formOfAll = (values: readonly unknown[], depth: number): string => {
  const lists = values.filter((one) => Array.isArray(one));
  const objects = values.map(asRecord).filter((one) => one !== undefined);
  const rest = values.filter((one) => typeof one !== 'object' || one === null);
  const items = (lists as unknown[][]).flat().slice(0, maxElements);
  return [
    ...new Set(rest.map((one) => (one === null ? 'null' : typeof one))),
    ...(objects.length === 0 ? [] : [depth <= 0 ? 'object' : formOfObjects(objects, depth)]),
    ...(lists.length === 0 ? [] : [items.length === 0 ? 'empty list' : `list of ${formOfAll(items, depth - 1)}`]),
  ]
    .sort()
    .join(' or ');
};

const formOfObjects = (objects: readonly Record<string, unknown>[], depth: number): string => {
  const named = new Map<string, unknown[]>();
  for (const [field, value] of objects.flatMap((one) => Object.entries(one))) {
    const name = keyOf(field);
    const values = named.get(name);
    if (values) values.push(value);
    else named.set(name, [value]);
  }
  const fields = [...named].map(
    ([name, values]) => `${name}${values.length < objects.length ? '?' : ''}: ${formOfAll(values, depth - 1)}`,
  );
  return `{${fields.sort().join(', ')}}`;
};

/** The name of a field, or a placeholder when the name is data itself, such as a currency or an id. */
const keyOf = (name: string): string => {
  if (/^[A-Z]{3}$/.test(name)) return '<currency>';
  const isName = /^[\w.$ -]{1,60}$/.test(name) && (name.match(/\d/g) ?? []).length < 3;
  return isName ? name : '<key>';
};

/**
 * The sorted names of the fields of an object, or of the objects of a list, that are not among the known ones; "none"
 * when there are none.
 */
export const fieldsBeyond = (objects: unknown, known: readonly string[]): string => {
  const names = [objects].flat().flatMap((one) => Object.keys(asRecord(one) ?? {}));
  const further = [...new Set(names)].filter((name) => !known.includes(name)).map(keyOf);
  return [...new Set(further)].sort().join(', ') || 'none';
};
