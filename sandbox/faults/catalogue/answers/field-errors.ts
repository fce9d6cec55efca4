import { as, body, generalShape, refusal, renamed, converted, within, without } from '../../changes.ts';
import type { Alteration, Change, Entries, Json, Subject } from '../../exchange.ts';
import { perPlace } from '../../named-places.ts';
import {
  all,
  anyEndpoint,
  codeMissing,
  fieldRule,
  initiate,
  lacks,
  listWallets,
  mobileMoney,
  noDay,
  noLeadingZero,
  not,
  numberMissing,
  otherMethod,
  startCheckout,
} from '../../places.ts';

/** The four rules of `4.1`, by the word in names of faults. */
export const fieldRules = {
  'code-missing': { what: 'a missing code', where: codeMissing },
  'number-missing': { what: 'a missing number', where: numberMissing },
  'number-zero': { what: 'a number without leading zero', where: noLeadingZero },
  'number-method': { what: 'a number with another method', where: otherMethod },
};

/** Other refused requests, for which the interface does not require a field name. */
const others = {
  amount: { what: 'a missing amount', where: all(initiate, lacks('amount')) },
  'prompt-email': { what: 'a prompt without email', where: all(mobileMoney, lacks('email')) },
  'checkout-currency': { what: 'a checkout without currency', where: all(startCheckout, lacks('currency')) },
  anything: { what: 'every other refusal', where: all(anyEndpoint, not(fieldRule)) },
  'start-date': { what: 'a faulty start_date', where: all(listWallets, noDay('start_date')) },
};

/** One fault for each of the four rules: its name ends with the given words. */
const perRule = (ending: string, what: string, change: Change): Entries =>
  Object.fromEntries(
    Object.entries(fieldRules).map(([rule, { what: broken, where }]) => [
      `${rule}-${ending}`,
      [`${what} for ${broken}`, refusal(where, change)] as const,
    ]),
  );
const changed = (change: Change): Alteration => refusal(fieldRule, change);
const inError = (change: Change): Alteration => changed(within('error', change));
const message = (turn: (text: string) => string): Change => within('error', converted('message', turn));
const camelCase = (text: string): string => text.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The shape of a field-level error (`7`). */
export const fieldErrors: Subject = {
  'error.field-object': {
    ...perRule('in-general-shape', 'uses the general shape', generalShape),
    ...perRule('without-type', 'omits the type', within('error', without('type'))),
    'field-error-as-text': ['returns the error of a field as text', changed(as('error', 'InvalidRequestParameters'))],
    'field-error-as-list': [
      'returns the errors of fields as a list',
      changed(body(({ error }) => ({ result: 'error', error: [error] }))),
    ],
    'field-error-flat': [
      'returns type and message of a field-level error at the level of result',
      changed(body(({ error }) => ({ result: 'error', ...(error as object) }))),
    ],
    'field-error-named-errors': ['returns the error of a field as errors', changed(renamed('error', 'errors'))],
    'field-error-without-message': ['omits the message from the error of a field', inError(without('message'))],
    'field-error-message-outside': [
      'returns the message of a field-level error outside the error object',
      changed(({ json }) => {
        const { type, message } = json['error'] as Json;
        Object.assign(json, { error: { type }, message });
      }),
    ],
  },
  'error.field-type': {
    ...perRule('other-type', 'returns another type', within('error', as('type', 'ValidationError'))),
    'field-type-singular': [
      'returns the type InvalidRequestParameter for a field',
      inError(as('type', 'InvalidRequestParameter')),
    ],
    'field-type-lower-case': [
      'returns the type of a field-level error in lower case',
      inError(as('type', 'invalidrequestparameters')),
    ],
    'field-type-snake-case': [
      'returns the type invalid_request_parameters for a field',
      inError(as('type', 'invalid_request_parameters')),
    ],
    'field-type-number': ['returns a number as the type of a field-level error', inError(as('type', 400))],
    'field-type-empty': ['returns an empty type for a field', inError(as('type', ''))],
  },
  'error.field-label': {
    ...perRule(
      'without-label',
      'omits the label',
      message((text) => text.replace('Parameter: ', '')),
    ),
    ...perRule(
      'without-name',
      'omits the name of the field',
      message((text) => text.replace(/Parameter: .*/, 'Parameter:')),
    ),
    'field-label-other': [
      'writes another label before the name of a field',
      changed(message((text) => text.replace('Parameter:', 'Field:'))),
    ],
    'field-label-behind': [
      'writes the label after the name of a field',
      changed(message((text) => text.replace(/Parameter: (\w+)/, '$1 (Parameter:)'))),
    ],
    'field-label-camel-case': ['names a field in camel case', changed(message(camelCase))],
    'field-label-in-words': ['names a field in words', changed(message((text) => text.replaceAll('_', ' ')))],
    ...perPlace('field-named-instead', others, ({ what, where }) => [
      `names another field for ${what}`,
      refusal(
        where,
        as('error', undefined),
        as('message', 'The request is not complete. Parameter: payment_method_type'),
      ),
    ]),
    'field-message-empty': ['returns an empty message for a field', inError(as('message', ''))],
  },
};
