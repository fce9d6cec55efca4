import { refusal, without, as, turned, renamed, within, body, generalShape } from '../../changes.ts';
import type { Alteration, Change, Json, Subject, Where } from '../../exchange.ts';
import { all, not, initiate, given, lacks, mobileMoney } from '../../places.ts';

const codeMissing = all(mobileMoney, lacks('payment_method_code'));
const numberMissing = all(mobileMoney, lacks('mobile_money_number'));
const noZero = all(
  mobileMoney,
  given('mobile_money_number', (number) => typeof number === 'string' && !number.startsWith('0')),
);
const otherMethod = all(initiate, given('payment_method_type'), not(mobileMoney), given('mobile_money_number'));
/** One of the four rules whose refusal has to be at field level. */
const fieldRule: Where = (exchange) => [codeMissing, numberMissing, noZero, otherMethod].some((rule) => rule(exchange));
const inError = (change: Change): Alteration => refusal(fieldRule, within('error', change));

/** The shape of a field-level error (`7`). */
export const fieldErrors = {
  'error.field-object': {
    'code-missing-in-general-shape': ['uses the general shape for a missing code', refusal(codeMissing, generalShape)],
    'number-missing-in-general-shape': [
      'uses the general shape for a missing number',
      refusal(numberMissing, generalShape),
    ],
    'number-zero-in-general-shape': [
      'uses the general shape for a number without leading zero',
      refusal(noZero, generalShape),
    ],
    'number-method-in-general-shape': [
      'uses the general shape for a number with another method',
      refusal(otherMethod, generalShape),
    ],
    'code-missing-without-type': [
      'leaves the type out for a missing code',
      refusal(codeMissing, within('error', without('type'))),
    ],
    'number-missing-without-type': [
      'leaves the type out for a missing number',
      refusal(numberMissing, within('error', without('type'))),
    ],
    'number-zero-without-type': [
      'leaves the type out for a number without leading zero',
      refusal(noZero, within('error', without('type'))),
    ],
    'number-method-without-type': [
      'leaves the type out for a number with another method',
      refusal(otherMethod, within('error', without('type'))),
    ],
    'field-error-as-text': [
      'answers the error of a field as text',
      refusal(
        fieldRule,
        turned('error', () => 'InvalidRequestParameters'),
      ),
    ],
    'field-error-as-list': [
      'answers the errors of fields as a list',
      refusal(
        fieldRule,
        body(({ error }) => ({ result: 'error', error: [error] })),
      ),
    ],
    'field-error-flat': [
      'answers type and message of a field-level error beside result',
      refusal(
        fieldRule,
        body(({ error }) => ({ result: 'error', ...(error as object) })),
      ),
    ],
    'field-error-named-errors': [
      'answers the error of a field as errors',
      refusal(fieldRule, renamed('error', 'errors')),
    ],
    'field-error-without-message': ['leaves the message out of the error of a field', inError(without('message'))],
    'field-error-message-outside': [
      'answers the message of a field-level error beside it',
      refusal(
        fieldRule,
        body(({ error }) => ({
          result: 'error',
          error: { type: 'InvalidRequestParameters' },
          message: (error as Json)['message'],
        })),
      ),
    ],
  },
  'error.field-type': {
    'code-missing-other-type': [
      'answers another type for a missing code',
      refusal(codeMissing, within('error', as('type', 'ValidationError'))),
    ],
    'number-missing-other-type': [
      'answers another type for a missing number',
      refusal(numberMissing, within('error', as('type', 'ValidationError'))),
    ],
    'number-zero-other-type': [
      'answers another type for a number without leading zero',
      refusal(noZero, within('error', as('type', 'ValidationError'))),
    ],
    'number-method-other-type': [
      'answers another type for a number with another method',
      refusal(otherMethod, within('error', as('type', 'ValidationError'))),
    ],
    'field-type-singular': [
      'answers the type InvalidRequestParameter for a field',
      inError(as('type', 'InvalidRequestParameter')),
    ],
    'field-type-lower-case': [
      'answers the type of a field-level error in lower case',
      inError(as('type', 'invalidrequestparameters')),
    ],
    'field-type-snake-case': [
      'answers the type invalid_request_parameters for a field',
      inError(as('type', 'invalid_request_parameters')),
    ],
    'field-type-number': ['answers a number as the type of a field-level error', inError(as('type', 400))],
    'field-type-empty': ['answers an empty type for a field', inError(as('type', ''))],
  },
  'error.field-label': {
    'code-missing-without-label': [
      'leaves the label out for a missing code',
      refusal(
        codeMissing,
        within(
          'error',
          turned('message', (message) => message.replace('Parameter: ', '')),
        ),
      ),
    ],
    'number-missing-without-label': [
      'leaves the label out for a missing number',
      refusal(
        numberMissing,
        within(
          'error',
          turned('message', (message) => message.replace('Parameter: ', '')),
        ),
      ),
    ],
    'number-zero-without-label': [
      'leaves the label out for a number without leading zero',
      refusal(
        noZero,
        within(
          'error',
          turned('message', (message) => message.replace('Parameter: ', '')),
        ),
      ),
    ],
    'number-method-without-label': [
      'leaves the label out for a number with another method',
      refusal(
        otherMethod,
        within(
          'error',
          turned('message', (message) => message.replace('Parameter: ', '')),
        ),
      ),
    ],
    'code-missing-without-name': [
      'leaves the name of the field out for a missing code',
      refusal(
        codeMissing,
        within(
          'error',
          turned('message', (message) => message.replace(/Parameter: .*/, 'Parameter:')),
        ),
      ),
    ],
    'number-missing-without-name': [
      'leaves the name of the field out for a missing number',
      refusal(
        numberMissing,
        within(
          'error',
          turned('message', (message) => message.replace(/Parameter: .*/, 'Parameter:')),
        ),
      ),
    ],
    'number-zero-without-name': [
      'leaves the name of the field out for a number without leading zero',
      refusal(
        noZero,
        within(
          'error',
          turned('message', (message) => message.replace(/Parameter: .*/, 'Parameter:')),
        ),
      ),
    ],
    'number-method-without-name': [
      'leaves the name of the field out for a number with another method',
      refusal(
        otherMethod,
        within(
          'error',
          turned('message', (message) => message.replace(/Parameter: .*/, 'Parameter:')),
        ),
      ),
    ],
    'field-label-other': [
      'writes another label before the name of a field',
      inError(turned('message', (message) => message.replace('Parameter:', 'Field:'))),
    ],
    'field-label-behind': [
      'writes the label behind the name of a field',
      inError(turned('message', (message) => message.replace(/Parameter: (\w+)/, '$1 (Parameter:)'))),
    ],
    'field-label-camel-case': [
      'names a field in camel case',
      inError(
        turned('message', (message) => message.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())),
      ),
    ],
    'field-label-in-words': [
      'names a field in words',
      inError(turned('message', (message) => message.replaceAll('_', ' '))),
    ],
    'field-message-empty': ['answers an empty message for a field', inError(as('message', ''))],
  },
} satisfies Subject;
