/** Every choice of a number of columns, each in ascending order. */
const choices = (columns: readonly number[], strength: number): number[][] =>
  strength === 0
    ? [[]]
    : columns.flatMap((column, index) =>
        choices(columns.slice(index + 1), strength - 1).map((rest) => [column, ...rest]),
      );

/**
 * Rows that cover all combinations of the values of any `strength` columns, with far fewer rows than a full product. A
 * greedy algorithm: each row begins with an uncovered combination and takes, column by column, the value that covers
 * most. The result is deterministic.
 *
 * @param sizes the number of values of each column
 * @param strength the number of columns whose combinations are covered; at most the number of columns
 * @returns the index of a value for each column
 */
export const coveringArray = (sizes: readonly number[], strength: number): number[][] => {
  const values = sizes.map((size) => [...Array(size).keys()]);
  const sets = choices([...sizes.keys()], strength);
  const idOf = (row: readonly (number | undefined)[], set: readonly number[]): string =>
    set.map((column) => `${column}=${row[column]}`).join();
  const combinations = sets.flatMap((set) =>
    set
      .reduce<number[][]>(
        (some, column) => some.flatMap((one) => values[column]?.map((value) => [...one, value]) ?? []),
        [[]],
      )
      .map((chosen) => sizes.map((_, column) => chosen[set.indexOf(column)]))
      .map((row) => [idOf(row, set), row] as const),
  );
  const uncovered = new Map(combinations);
  const rows: number[][] = [];
  for (const begun of uncovered.values()) {
    const row = [...begun];
    for (const [column, known] of begun.entries()) {
      if (known !== undefined) continue;
      const gains =
        values[column]?.map((value) => {
          row[column] = value;
          return sets.filter((set) => set.includes(column) && uncovered.has(idOf(row, set))).length;
        }) ?? [];
      row[column] = gains.indexOf(Math.max(...gains));
    }
    for (const set of sets) uncovered.delete(idOf(row, set));
    rows.push(row.map((value) => value ?? 0));
  }
  return rows;
};
