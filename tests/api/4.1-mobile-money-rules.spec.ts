import { expect, test } from '../../fixtures/index.ts';
import { asking, hostedPage, mobileMoney } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings, type Bodies } from '../../helpers/client/bodies.ts';
import { operatorLetters, type Operator } from '../../interface/messages/requests.ts';
import { askingFor } from '../../interface/rules/variant.ts';

// The four validation rules of an initiation. Each test makes one change to a valid body.

// The interface shows no payment methods other than mobile_money: a service without others may refuse the method
// itself.
const eitherOfTwo = ['payment_method_type', 'mobile_money_number'];
// It shows no operator's code without mobile money either: a service may check it first, and refuse it in either form.
const anyOfThree = [...eitherOfTwo, 'payment_method_code'];

const withoutZero = ({ number }: Bodies) => ({ mobile_money_number: `9${number.slice(1)}` });

for (const [variant, optional] of surroundings) {
  for (const outcome of [undefined, 'success', 'failed']) {
    const absent = { payment_method_code: undefined, requested_response: outcome };
    const initiation = mobileMoney('B', (bodies) => ({ ...optional(bodies), ...absent }));
    test(...asking(initiation, 'txn.code-missing', `${variant}, ${askingFor(outcome)}`), async ({ reply }) => {
      expect(reply).toRefuseField('payment_method_code');
    });
  }

  for (const letter of operatorLetters) {
    const where = `operator ${letter}, ${variant}`;
    const missing = mobileMoney(letter, (bodies) => ({ ...optional(bodies), mobile_money_number: undefined }));
    const wrong = mobileMoney(letter, (bodies) => ({ ...optional(bodies), ...withoutZero(bodies) }));

    test(...asking(missing, 'txn.number-missing', where), async ({ reply }) => {
      expect(reply).toRefuseField('mobile_money_number');
    });

    test(...asking(wrong, 'txn.number-leading-zero', where), async ({ reply }) => {
      expect(reply).toRefuseField('mobile_money_number');
    });

    test(...asking(mobileMoney(letter, optional), 'txn.number-zero-first', where), async ({ reply }) => {
      expect(reply).toBeAccepted();
    });
  }

  for (const [id, payment_method_type] of [
    ['txn.number-other-method', 'card'],
    ['txn.number-no-method', undefined],
  ] as const) {
    const withNumber = hostedPage((bodies) => {
      return { ...optional(bodies), payment_method_type, mobile_money_number: bodies.number };
    });
    const withCode = mobileMoney('B', (bodies) => ({ ...optional(bodies), payment_method_type }));

    test(...asking(withNumber, id, variant), async ({ reply }) => {
      expect(reply).toRefuseField(eitherOfTwo);
    });

    test(...asking(withCode, id, `operator B's code, ${variant}`), async ({ reply }) => {
      expect(reply).toRefuse();
      expect(reply).toNameNoFieldBut(anyOfThree);
    });
  }
}

// A method that is accepted alone is not what is wrong beside a number.
test(...rule('txn.number-other-method', 'as the method alone is answered'), async ({ api, bodies }) => {
  const other = bodies.hostedPage({ payment_method_type: 'card' });
  const isKnown = (await api.initiate(other)).status === 200;
  const reply = await api.initiate({ ...other, mobile_money_number: bodies.number });
  expect(reply).toRefuseField(isKnown ? 'mobile_money_number' : eitherOfTwo);
});

const withoutZeros = (number: string): string => number.replace(/^0+/, '');

const nearMisses: readonly [string, (number: string) => string][] = [
  ['a zero only further back', (number) => `9${number}`],
  ['the letter O for the zero', (number) => `O${number.slice(1)}`],
  ['a small letter o for the zero', (number) => `o${number.slice(1)}`],
  ['the number without its zero', withoutZeros],
  ['the code of a country for the zero', (number) => `254${withoutZeros(number)}`],
  ['the code of a country after a plus', (number) => `+254${withoutZeros(number)}`],
  ['an empty number', () => ''],
  ['blanks alone', () => '   '],
];

/** Where mobile money is common. A service may take the code of its own country for the zero. */
const countries = ['63', '91', '221', '225', '229', '233', '234', '237', '250', '255', '256', '260', '263', '265'];

const outcomes: Record<Operator, readonly (string | undefined)[]> = {
  A: ['success', 'failed'],
  B: [undefined, 'success', 'failed'],
  C: [undefined, 'success', 'failed'],
};

for (const letter of operatorLetters) {
  for (const [variant, change] of nearMisses) {
    const nearMiss = mobileMoney(letter, ({ number }) => ({ mobile_money_number: change(number) }));
    test(...asking(nearMiss, 'txn.number-leading-zero', `operator ${letter}, ${variant}`), async ({ reply }) => {
      expect(reply).toRefuseField('mobile_money_number');
    });
  }

  test(
    ...rule('txn.number-leading-zero', `operator ${letter}, the codes of other countries`),
    async ({ api, bodies }) => {
      const numbers = countries.map((code) => `${code}${withoutZeros(bodies.number)}`);
      const initiations = numbers.map((number) => bodies.mobileMoney(letter, { mobile_money_number: number }));
      for (const reply of await Promise.all(initiations.map((body) => api.initiate(body)))) {
        expect(reply).toRefuseField('mobile_money_number');
      }
    },
  );

  for (const outcome of outcomes[letter]) {
    const variant = `operator ${letter}, ${askingFor(outcome)}`;
    const missing = mobileMoney(letter, { requested_response: outcome, mobile_money_number: undefined });
    const wrong = mobileMoney(letter, (bodies) => ({ requested_response: outcome, ...withoutZero(bodies) }));

    test(...asking(missing, 'txn.number-missing', variant), async ({ reply }) => {
      expect(reply).toRefuseField('mobile_money_number');
    });

    test(...asking(wrong, 'txn.number-leading-zero', variant), async ({ reply }) => {
      expect(reply).toRefuseField('mobile_money_number');
    });
  }
}

// A service has to keep a rule every time.
const repeated = [
  ['txn.code-missing', 'payment_method_code', () => ({ payment_method_code: undefined })],
  ['txn.number-missing', 'mobile_money_number', () => ({ mobile_money_number: undefined })],
  ['txn.number-leading-zero', 'mobile_money_number', withoutZero],
  ['txn.number-other-method', eitherOfTwo, () => ({ payment_method_type: 'card', payment_method_code: undefined })],
] as const;

for (const [id, field, change] of repeated) {
  test(...rule(id, 'operator B, again after a valid and a refused initiation'), async ({ fresh, bodies }) => {
    await fresh.initiate(bodies.mobileMoney('B'));
    expect(await fresh.initiate(bodies.mobileMoney('B', change(bodies)))).toRefuseField(field);
    expect(await fresh.initiate(bodies.mobileMoney('B', change(bodies)))).toRefuseField(field);
  });
}

for (const [variant, requested_response] of [
  ['absent', undefined],
  ['empty', ''],
] as const) {
  for (const [surrounding, optional] of surroundings) {
    const initiation = mobileMoney('A', (bodies) => ({ ...optional(bodies), requested_response }));
    const title = `${variant}, ${surrounding}`;
    test(...asking(initiation, 'operator-a.requested-response-required', title), async ({ reply }) => {
      expect(reply).toRefuse();
    });
  }
}
