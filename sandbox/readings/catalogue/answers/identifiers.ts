import { question } from '../../reading.ts';

/** Identifiers and generated references. Nothing is said about their form, save that they are strings (`2.2`). */
export const identifiers = {
  'form of ids': question('answers initiations operators checkouts callback-fields callback-requests ways-back', '', {
    'ids-are-uuids': ['makes ids that are UUIDs'],
    'ids-count-up': ['counts: ids are 1, 2, 3'],
    'ids-are-long-numbers': ['makes ids of twenty digits'],
    'ids-have-signs': ['makes ids with signs such as : = + ~ . in them'],
    'ids-are-long': ['makes ids of 150 characters'],
  }),
  'generated references': question('initiations operators ways-back', '', {
    'references-are-numbers': ['makes references of digits alone'],
    'references-have-slashes': ['makes references such as 2030/INV#17 & co'],
    'references-are-the-id': ['takes the transaction_id as reference where none is given'],
  }),
  'codes of operator C': question('operators', 'operator-c.code-own', {
    'test-codes-alike': ['has one and the same code of operator C for all tests'],
  }),
};
