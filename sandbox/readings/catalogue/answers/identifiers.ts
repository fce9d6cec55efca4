import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { answer, as, inService } from '../../../faults/changes.ts';
import { operator } from '../../../faults/places.ts';
import type { Effect } from '../../../faults/exchange.ts';
import type { Ids } from '../../../service/identifiers.ts';
import { question } from '../../reading.ts';

const idsAre = (newId: Ids['newId']): Effect => inService({ ids: () => ({ newId }) });
const referencesAre = (newReference: Ids['newReference']): Effect => inService({ ids: () => ({ newReference }) });
const twentyDigits = (): string => `${randomInt(1e9, 1e10)}${randomInt(1e9, 1e10)}`;

/** Identifiers and generated references. The interface says only that they are strings (`2.2`). */
export const identifiers = {
  'form of ids': question('answers initiations operators checkouts callback-fields callback-requests ways-back', '', {
    'ids-are-uuids': ['generates UUIDs as ids', idsAre(() => randomUUID())],
    'ids-count-up': [
      'numbers ids sequentially: 1, 2, 3',
      inService({
        ids() {
          let last = 0;
          return { newId: () => String((last += 1)) };
        },
      }),
    ],
    'ids-are-long-numbers': ['generates ids of twenty digits', idsAre(twentyDigits)],
    'ids-have-signs': [
      'generates ids with special characters such as : = + ~ .',
      idsAre((prefix) => `${prefix}:${randomBytes(12).toString('base64').replaceAll('/', '.')}=~@!`),
    ],
    'ids-are-long': [
      'generates ids of 150 characters',
      idsAre((prefix) => `${prefix}_${randomBytes(75).toString('hex')}`),
    ],
  }),
  'generated references': question('initiations operators ways-back', '', {
    'references-are-numbers': ['generates references of only digits', referencesAre(twentyDigits)],
    'references-have-slashes': [
      'generates references such as 2030/INV#17 & co',
      referencesAre(() => `2030/INV#${randomInt(1e9, 1e10)} & co`),
    ],
    'references-are-the-id': [
      'uses the transaction_id as the generated reference',
      referencesAre((transactionId) => transactionId),
    ],
  }),
  'codes of operator C': question('operators', 'operator-c.code-own', {
    'test-codes-alike': [
      'returns the same code of operator C for all tests',
      inService({ ids: () => ({ newPaymentCode: () => '00000000' }) }),
    ],
  }),
  'qr codes of operator C': question('operators', 'operator-c.own-qr-code', {
    'test-qr-codes-alike': [
      'returns the same qr_code of operator C for all tests',
      answer(operator('c'), as('qr_code', 'data:image/png;base64,iVBORw0KGgo=')),
    ],
  }),
};
