/**
 * Extracts options with a value (`--name value`, `--name=value`) from arguments; the others are passed on.
 *
 * @param {readonly string[]} args
 * @param {readonly string[]} names with dashes
 * @returns {{ values: Partial<Record<string, string>>, rest: string[] }}
 * @throws {Error} for an option without a value, or given twice
 */
export const takeOptions = (args, names) => {
  /** @type {Partial<Record<string, string>>} */
  const values = {};
  /** @type {string[]} */
  const rest = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const [name = ''] = arg.split('=', 1);
    if (!names.includes(name)) {
      rest.push(arg);
      continue;
    }
    if (values[name] !== undefined) throw new Error(`${name}: is given twice; give it once`);
    const value = arg === name ? args[(index += 1)] : arg.slice(name.length + 1);
    if (!value) throw new Error(`${name}: has no value; add one`);
    values[name] = value;
  }
  return { values, rest };
};

/**
 * The number in the value of an option.
 *
 * @param {string} name
 * @param {string | undefined} value undefined when the option was not given
 * @param {{ from: number, to: number, of: string, whole?: boolean }} allowed the unit and the bounds
 * @returns {number | undefined}
 * @throws {Error} for anything else
 */
export const numberOf = (name, value, { from, to, of, whole = false }) => {
  if (value === undefined) return undefined;
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number >= from && number <= to && (!whole || Number.isInteger(number))) return number;
  throw new Error(`${name}: write a ${whole ? 'whole ' : ''}number of ${of}, from ${from} to ${to}`);
};
