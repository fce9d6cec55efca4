import { expect, test } from '../../fixtures/index.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings, type Bodies } from '../../helpers/client/bodies.ts';
import { operatorLetters, type Operator } from '../../interface/messages/requests.ts';
import { askingFor } from '../../interface/rules/variant.ts';

// The four validation rules of an initiation. Each starts from a valid body and breaks one thing.

// Other payment methods than mobile_money are not shown: a service that has none may refuse the method itself.
const eitherOfTwo = ['payment_method_type', 'mobile_money_number'];

for (const [variant, optional] of surroundings) {
  for (const outcome of [undefined, 'success', 'failed']) {
    test(...rule('txn.code-missing', `${variant}, ${askingFor(outcome)}`), async ({ api, bodies }) => {
      const change = { ...optional(bodies), payment_method_code: undefined, requested_response: outcome };
      expect(await api.initiate(bodies.mobileMoney('B', change))).toRefuseField('payment_method_code');
    });
  }

  for (const letter of operatorLetters) {
    test(...rule('txn.number-missing', `operator ${letter}, ${variant}`), async ({ api, bodies }) => {
      const body = bodies.mobileMoney(letter, { ...optional(bodies), mobile_money_number: undefined });
      expect(await api.initiate(body)).toRefuseField('mobile_money_number');
    });

    test(...rule('txn.number-leading-zero', `operator ${letter}, ${variant}`), async ({ api, bodies, settings }) => {
      const mobile_money_number = `9${settings.mobileMoneyNumber.slice(1)}`;
      const body = bodies.mobileMoney(letter, { ...optional(bodies), mobile_money_number });
      expect(await api.initiate(body)).toRefuseField('mobile_money_number');
    });

    test(...rule('txn.number-zero-first', `operator ${letter}, ${variant}`), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.mobileMoney(letter, optional(bodies)))).toBeAccepted();
    });
  }

  test(...rule('txn.number-other-method', variant), async ({ api, bodies, settings }) => {
    const { mobileMoneyNumber: mobile_money_number } = settings;
    const body = bodies.hostedPage({ ...optional(bodies), payment_method_type: 'card', mobile_money_number });
    expect(await api.initiate(body)).toRefuseField(eitherOfTwo);
  });

  test(...rule('txn.number-other-method', `operator B's code, ${variant}`), async ({ api, bodies }) => {
    const body = bodies.mobileMoney('B', { ...optional(bodies), payment_method_type: 'card' });
    expect(await api.initiate(body)).toRefuseField(eitherOfTwo);
  });

  test(...rule('txn.number-no-method', `operator B's code, ${variant}`), async ({ api, bodies }) => {
    const reply = await api.initiate(bodies.mobileMoney('B', { ...optional(bodies), payment_method_type: undefined }));
    expect(reply).toRefuseField(eitherOfTwo);
  });

  test(...rule('txn.number-no-method', variant), async ({ api, bodies, settings }) => {
    const { mobileMoneyNumber: mobile_money_number } = settings;
    const reply = await api.initiate(bodies.hostedPage({ ...optional(bodies), mobile_money_number }));
    expect(reply).toRefuseField(eitherOfTwo);
  });
}

const nearMisses: readonly [string, (number: string) => string][] = [
  ['a zero only further back', (number) => `9${number}`],
  ['the letter O for the zero', (number) => `O${number.slice(1)}`],
  ['an empty number', () => ''],
];

const outcomes: Record<Operator, readonly (string | undefined)[]> = {
  A: ['success', 'failed'],
  B: [undefined, 'success', 'failed'],
  C: [undefined, 'success', 'failed'],
};

for (const letter of operatorLetters) {
  for (const [variant, change] of nearMisses) {
    test(...rule('txn.number-leading-zero', `operator ${letter}, ${variant}`), async ({ api, bodies, settings }) => {
      const body = bodies.mobileMoney(letter, { mobile_money_number: change(settings.mobileMoneyNumber) });
      expect(await api.initiate(body)).toRefuseField('mobile_money_number');
    });
  }

  for (const outcome of outcomes[letter]) {
    const variant = `operator ${letter}, ${askingFor(outcome)}`;

    test(...rule('txn.number-missing', variant), async ({ api, bodies }) => {
      const change = { requested_response: outcome, mobile_money_number: undefined };
      expect(await api.initiate(bodies.mobileMoney(letter, change))).toRefuseField('mobile_money_number');
    });

    test(...rule('txn.number-leading-zero', variant), async ({ api, bodies, settings }) => {
      const mobile_money_number = `9${settings.mobileMoneyNumber.slice(1)}`;
      const body = bodies.mobileMoney(letter, { requested_response: outcome, mobile_money_number });
      expect(await api.initiate(body)).toRefuseField('mobile_money_number');
    });
  }
}

// A rule that is kept only once is not kept.
const repeated = [
  ['txn.code-missing', 'payment_method_code', () => ({ payment_method_code: undefined })],
  ['txn.number-missing', 'mobile_money_number', () => ({ mobile_money_number: undefined })],
  [
    'txn.number-leading-zero',
    'mobile_money_number',
    ({ number }: Bodies) => ({ mobile_money_number: `9${number.slice(1)}` }),
  ],
  ['txn.number-other-method', eitherOfTwo, () => ({ payment_method_type: 'card', payment_method_code: undefined })],
] as const;

for (const [id, field, change] of repeated) {
  test(...rule(id, 'operator B, again after a valid and a refused initiation'), async ({ api, bodies }) => {
    await api.initiate(bodies.mobileMoney('B'));
    expect(await api.initiate(bodies.mobileMoney('B', change(bodies)))).toRefuseField(field);
    expect(await api.initiate(bodies.mobileMoney('B', change(bodies)))).toRefuseField(field);
  });
}

for (const [variant, requested_response] of [
  ['absent', undefined],
  ['empty', ''],
] as const) {
  for (const [surrounding, optional] of surroundings) {
    test(...rule('operator-a.requested-response-required', `${variant}, ${surrounding}`), async ({ api, bodies }) => {
      const body = bodies.mobileMoney('A', { ...optional(bodies), requested_response });
      expect(await api.initiate(body)).toRefuse();
    });
  }
}
