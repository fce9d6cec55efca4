import { catalogue, type RuleId } from '../interface/rules/catalogue.ts';

/** The subject of a rule is what its id begins with. */
type Subject = RuleId extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** Rules of some subjects; of these, those whose first section is one of `first`, and which do or do not cite section 7. */
interface Part {
  subjects: readonly Subject[];
  first?: readonly string[];
  refused?: boolean;
}

/**
 * Where a variant can be noticed. Rules belong to an area by their subject and sections, so that a new rule belongs to one
 * from the start. An area is small enough to run for each of its variants alone; all rules meet all variants in combinations.
 */
export const areas: Readonly<Record<string, readonly Part[]>> = {
  answers: [{ subjects: ['json', 'version'] }],
  initiations: [
    { subjects: ['txn', 'hosted'], refused: false },
    { subjects: ['generated'], first: ['4.1'] },
  ],
  refusals: [{ subjects: ['txn', 'hosted', 'operator-a'], refused: true }, { subjects: ['error'] }],
  operators: [{ subjects: ['operator-a', 'operator-a-success', 'operator-a-failure', 'operator-b', 'operator-c'] }],
  checkouts: [{ subjects: ['checkout'] }, { subjects: ['generated'], first: ['4.2'] }],
  keys: [{ subjects: ['auth'] }],
  wallets: [{ subjects: ['wallets'] }, { subjects: ['generated'], first: ['4.3'] }],
  balances: [{ subjects: ['balance'] }],
  'callback-fields': [{ subjects: ['callback-fetch'] }],
  'callback-updates': [{ subjects: ['callback-update'] }, { subjects: ['generated'], first: ['4.6'] }],
  'callback-deletions': [{ subjects: ['callback-delete'] }],
  webhooks: [{ subjects: ['webhook', 'events'] }],
  pages: [{ subjects: ['page'] }],
  'ways-back': [{ subjects: ['redirect'], first: ['2.3'] }],
  cancelling: [{ subjects: ['redirect'], first: ['3'] }],
  forms: [{ subjects: ['form'] }],
  frames: [{ subjects: ['iframe'] }],
};

const isIn = (id: RuleId, { subjects, first, refused }: Part): boolean => {
  const { sections } = catalogue[id];
  return (
    subjects.some((subject) => id.startsWith(`${subject}.`)) &&
    (first === undefined || first.includes(sections[0] ?? '')) &&
    (refused === undefined || refused === sections.includes('7'))
  );
};

/**
 * The must rules of some areas. Observe rules are left out, since variants name those they answer.
 *
 * @throws Error when there is no such area
 */
export const rulesOfAreas = (names: readonly string[]): RuleId[] => {
  const parts = names.flatMap((name) => {
    const area = areas[name];
    if (!area)
      throw new Error(
        `there is no area "${name}"; use one of proof/variant-areas.ts: ${Object.keys(areas).join(', ')}`,
      );
    return area;
  });
  return (Object.keys(catalogue) as RuleId[]).filter(
    (id) => catalogue[id].level === 'must' && parts.some((part) => isIn(id, part)),
  );
};
