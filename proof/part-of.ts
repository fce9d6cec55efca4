/**
 * One of several disjoint parts of a list.
 *
 * @param part such as `2/7`
 * @throws Error when `part` is invalid
 */
export const partOf = <T>(list: readonly T[], part: string): T[] => {
  const [, at = 0, of = 0] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(part) ?? []).map(Number);
  if (at === 0 || at > of) throw new Error(`--part must be a part such as 2/7, not "${part}"`);
  return list.filter((_, index) => index % of === at - 1);
};
