import { parse } from 'yaml';
import { z } from 'zod';
import { readList } from '../../helpers/settings/read-list.ts';
import { catalogue } from '../../interface/rules/catalogue.ts';

const text = z.string().trim().min(1, 'write something').max(500, 'write at most 500 characters');

const review = z.strictObject({
  point: z.string().refine((id) => catalogue[id as keyof typeof catalogue]?.level === 'review', {
    error: 'there is no such point; npm run rules -- --find review lists them',
  }),
  /** Whether a sign-off is no GO before the point is decided. */
  required: z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'write true or false' }).default(false),
  decision: z.enum(['yes', 'no'], { error: 'write yes or no' }).optional(),
  by: text.optional(),
  /** The last day of the decision. */
  until: z.iso.date({ error: 'write a date, for example 2027-01-31' }).optional(),
  note: text.optional(),
});

/** A point that people decide: no test can judge whether a text is understood. */
export type Review = z.output<typeof review>;

/** The state of a point on a day. */
export const stateOf = ({ decision, by, until }: Review, today: string): 'open' | 'expired' | 'yes' | 'no' => {
  if (decision === undefined || by === undefined) return 'open';
  if (decision === 'yes' && (until === undefined || until < today)) return 'expired';
  return decision;
};

/** Beside the settings. */
export const reviewsFile = 'reviews.yaml';

/** The points that nobody has decided on a day, or whose decision has expired. */
export const undecidedPoints = (reviews: readonly Review[], today: string): string[] =>
  Object.entries(catalogue).flatMap(([id, { level }]) => {
    const one = reviews.find(({ point }) => point === id);
    const isOpen = one === undefined || ['open', 'expired'].includes(stateOf(one, today));
    return level === 'review' && isOpen ? [id] : [];
  });

/** Reads the decisions of people; a missing file has none. @throws as `readList` */
export const readReviews = (file: string): Review[] =>
  readList(file, z.array(review), 'Correct it; see docs/sign-off.md.', (yaml) => parse(yaml, { schema: 'failsafe' })) ??
  [];
