import { expect, test } from '../../../fixtures/index.ts';
import { brokenInitiations, initiationsOneByOne } from '../../../helpers/properties/cases/payments.ts';
import { rule } from '../../../interface/rules/rule.ts';
import { operatorLetters } from '../../../interface/messages/requests.ts';

// Bodies of an initiation with hostile and unusual values: in one field after the other, and in random fields.

test.describe.configure({ mode: 'parallel' });

const methodFields = ['payment_method_type', 'payment_method_code', 'mobile_money_number', 'requested_response'];
const oneByOne = [
  ['hosted page, required fields', 'hosted page', ['amount', 'email', 'currency']],
  ['hosted page, optional fields', 'hosted page', ['transaction_reference', 'success_url', 'failure_url', 'any_other']],
  ...operatorLetters.map((letter) => [`operator ${letter}`, letter, methodFields] as const),
] as const;

for (const [name, flow, fields] of oneByOne) {
  test(...rule('generated.initiation-bodies', `${name}, one at a time`), async ({ generated }) => {
    const each = await generated.eachInitiation((settings) => initiationsOneByOne(flow, fields, settings));
    expect(each).toAgreeWithModel();
  });
}

for (const flow of ['hosted page', ...operatorLetters] as const) {
  const name = flow === 'hosted page' ? flow : `operator ${flow}`;
  test(...rule('generated.initiation-bodies', `${name}, one field broken`), async ({ generated }) => {
    const each = await generated.eachInitiation((settings) => brokenInitiations(flow, settings));
    expect(each).toAgreeWithModel();
  });
}

test(...rule('generated.initiation-bodies', 'hosted page, by chance'), async ({ generated }) => {
  expect(await generated.initiations('hosted page')).toAgreeWithModel();
});

for (const letter of operatorLetters) {
  test(...rule('generated.initiation-bodies', `operator ${letter}, by chance`), async ({ generated }) => {
    expect(await generated.initiations(letter)).toAgreeWithModel();
  });
}
