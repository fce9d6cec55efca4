/** Values of some columns. */
type Tuple = readonly (readonly [column: number, value: number])[];

const keyOf = (tuple: Tuple): string => tuple.map(([column, value]) => `${column}=${value}`).join();

/** Every choice of a number of columns, each in ascending order. */
const choices = (columns: number, strength: number, from = 0): number[][] =>
  strength === 0
    ? [[]]
    : Array.from({ length: Math.max(0, columns - from) }, (_, index) => from + index).flatMap((column) =>
        choices(columns, strength - 1, column + 1).map((rest) => [column, ...rest]),
      );

const tuplesOf = (columns: readonly number[], sizes: readonly number[]): Tuple[] =>
  columns.reduce<Tuple[]>(
    (tuples, column) =>
      tuples.flatMap((tuple) =>
        Array.from({ length: sizes[column] ?? 0 }, (_, value): Tuple => [...tuple, [column, value]]),
      ),
    [[]],
  );

/**
 * Rows that cover all value combinations of any `strength` columns, with far fewer rows than a full product. A greedy
 * algorithm: each row begins with an uncovered combination and takes, column by column, the value that covers most. The
 * result is deterministic.
 *
 * @param sizes the number of values of each column
 * @param strength the number of columns whose combinations are covered; at most the number of columns
 * @returns the index of a value for each column
 */
export const coveringArray = (sizes: readonly number[], strength: number): number[][] => {
  const sets = choices(sizes.length, strength);
  const uncovered = new Map(sets.flatMap((set) => tuplesOf(set, sizes)).map((tuple) => [keyOf(tuple), tuple]));
  const rows: number[][] = [];
  const held = (row: readonly (number | undefined)[], set: readonly number[]): string =>
    set.map((column) => `${column}=${row[column]}`).join();
  for (;;) {
    const [seed] = uncovered.values();
    if (!seed) return rows;
    const row: (number | undefined)[] = sizes.map((_, column) => seed.find(([one]) => one === column)?.[1]);
    for (const [column, size] of sizes.entries()) {
      if (row[column] !== undefined) continue;
      const known = sets.filter(
        (set) => set.includes(column) && set.every((one) => one === column || row[one] !== undefined),
      );
      const gains = Array.from({ length: size }, (_, value) => {
        row[column] = value;
        return known.filter((set) => uncovered.has(held(row, set))).length;
      });
      row[column] = gains.indexOf(Math.max(...gains));
    }
    for (const set of sets) uncovered.delete(held(row, set));
    rows.push(row.map((value) => value ?? 0));
  }
};
