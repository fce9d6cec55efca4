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

/** Maximum number of described fields of a value, and of values that are considered. */
const most = { fields: 100, values: 2000 };

/** Fields whose values are words of the interface (2 and 3). */
const wordFields = new Set(['result', 'status', 'type']);

/**
 * The kinds of the fields of a value, by path; the elements of a list are merged. The only data in it are the words of
 * the interface for results and states.
 *
 * @param depth maximum depth of described objects
 */
export const kindsOf = (value: unknown, depth = 3): Record<string, string> => {
  const found = new Map<string, Set<string>>();
  const add = (path: string, kind: string): void => {
    if (found.size < most.fields || found.has(path)) found.set(path, (found.get(path) ?? new Set()).add(kind));
  };
  let values = 0;
  const walk = (one: unknown, path: string, left: number, name = ''): void => {
    values += 1;
    if (values > most.values) return;
    const fields = asRecord(one);
    add(path, fields ? 'an object' : Array.isArray(one) ? listOf(one) : kindOf(one, name));
    if (left === 0) return;
    if (Array.isArray(one)) for (const item of one.slice(0, maxElements)) walk(item, `${path}[]`, left - 1);
    for (const [field, inner] of Object.entries(fields ?? {}).slice(0, most.fields)) {
      walk(inner, path === '' ? keyOf(field) : `${path}.${keyOf(field)}`, left - 1, path.endsWith(']') ? '' : field);
    }
  };
  walk(value, '', depth);
  return Object.fromEntries([...found].map(([path, kinds]) => [path, [...kinds].sort().join(' or ')]));
};

const listOf = (items: readonly unknown[]): string => (items.length === 0 ? 'an empty list' : 'a list');

const kindOf = (value: unknown, name: string): string => {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'true or false';
  const isWord = wordFields.has(name) && typeof value === 'string' && /^[a-z][a-z_ -]{0,30}$/i.test(value);
  return isWord ? `"${value}"` : `a ${typeof value}`;
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
