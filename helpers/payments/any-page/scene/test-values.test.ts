import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsShown, answerShown, codeNamed, endAgreedTo, endExplained, valuesShown } from './test-values.ts';

test('a sentence with two numbers is split into two parts', () => {
  const text = 'Test mode: enter 123456 for a successful payment or 000000 for a failed payment.';
  assert.deepEqual(valuesShown(text, 'succeed'), ['123456']);
  assert.deepEqual(valuesShown(text, 'fail'), ['000000']);
});

test('numbers without distinct outcomes are ignored', () => {
  assert.deepEqual(valuesShown('Test numbers: 123456 and 000000 make a payment fail', 'succeed'), []);
  assert.deepEqual(valuesShown('Test mode: 123456 or 000000', 'fail'), []);
});

test('a page that names values for both outcomes counts as a test environment', () => {
  assert.deepEqual(valuesShown('Enter 111111 to approve or 999999 to reject.', 'fail'), ['999999']);
  assert.deepEqual(valuesShown('Your order 4711 was approved', 'succeed'), []);
  assert.deepEqual(valuesShown('Enter 111111 to approve', 'succeed'), []);
});

test('a value and its outcome may be in different clauses', () => {
  const text = 'PIN (test mode)\n1234\tright PIN, the payment succeeds\n0000\twrong PIN, the payment fails';
  assert.deepEqual(valuesShown(text, 'succeed'), ['1234']);
  assert.deepEqual(valuesShown(text, 'fail'), ['0000']);
  assert.deepEqual(valuesShown('Test mode\n1234: a PIN, right to succeed, else to fail', 'fail'), []);
  assert.deepEqual(valuesShown('Test mode\nPay KES 1000, to be approved by PIN', 'succeed'), []);
});

test('a menu is answered by a digit if it has digits for both outcomes', () => {
  const menu = 'Pay KES 1,000.00 to the shop?\n1. Approve\n2. Decline\n3. Cancel';
  assert.equal(answerShown(menu, 'succeed'), '1');
  assert.equal(answerShown(menu, 'fail'), '2');
  assert.equal(answerShown(menu, 'cancel'), '3');
  assert.equal(answerShown('Reply 1 to approve or 2 to decline.', 'fail'), '2');
  assert.equal(answerShown('Pay KES 1,000.00 to the shop?\n1 Yes\n2 No', 'fail'), '2');
  assert.equal(answerShown('Step 2 of 3: your payment was declined', 'fail'), undefined);
});

test('a list of terms is read in pairs of lines, in either order', () => {
  const endsFirst = 'Test numbers\nSuccess\n0961111111\nDeclined\n0961111112';
  assert.deepEqual(valuesShown(endsFirst, 'succeed'), ['0961111111']);
  assert.deepEqual(valuesShown(endsFirst, 'fail'), ['0961111112']);
  const valuesFirst = 'Test numbers\n0961111111\nSuccess\n0961111112\nDeclined';
  assert.deepEqual(valuesShown(valuesFirst, 'fail'), ['0961111112']);
});

test('outcomes may be marked with ticks and crosses, on one line between bars', () => {
  const text = 'Test numbers: 0961111111 ✅ | 0961111112 ❌';
  assert.deepEqual(valuesShown(text, 'succeed'), ['0961111111']);
  assert.deepEqual(valuesShown(text, 'fail'), ['0961111112']);
});

test('the text of a page may explain the outcome of a button', () => {
  const text = '"Green path": the payment succeeds\nRed path = the payment is declined\nBlue path is the default';
  assert.equal(endExplained(text, 'Green path'), 'succeed');
  assert.equal(endExplained(text, 'Red path'), 'fail');
  assert.equal(endExplained(text, 'Blue path'), undefined);
  assert.equal(endExplained(text, ''), undefined);
});

test('yes and no answer a question that names an outcome', () => {
  assert.equal(endAgreedTo('Should the payment succeed?', 'Yes'), 'succeed');
  assert.equal(endAgreedTo('Should the payment succeed?', 'No'), 'fail');
  assert.equal(endAgreedTo('Simulate a failure', 'true'), 'fail');
  assert.equal(endAgreedTo('Simulate a failure', 'false'), 'succeed');
  assert.equal(endAgreedTo('Cancel the payment?', 'Yes'), undefined);
  assert.equal(endAgreedTo('Save this number?', 'Yes'), undefined);
});

test('a page may name a code, or take any', () => {
  assert.equal(codeNamed('Test mode: the code is 4711'), '4711');
  assert.equal(codeNamed('Enter your PIN to authorise this payment. (Any 4 digits, for example 2580.)'), '2580');
  assert.equal(codeNamed('Simulator: any 4-digit PIN works'), '1234');
  assert.equal(
    codeNamed('Enter the code that we have sent by text message to your phone\nFor help dial, for example, 911'),
    undefined,
  );
});

test('test accounts are recognized by their e-mail address, password and outcome', () => {
  const rows = 'Sandbox buyers\nE-mail Password What happens\nann@buyer.test let-me-in Payment is completed';
  const list = 'Test: bob@buyer.test, password: n0pe: the payment is declined\nQuestions? help@wallet.test';
  const page = `${rows}\n${list}`;
  assert.deepEqual(accountsShown(page, 'succeed'), [{ email: 'ann@buyer.test', password: 'let-me-in' }]);
  assert.deepEqual(accountsShown(page, 'fail'), [{ email: 'bob@buyer.test', password: 'n0pe' }]);
  assert.deepEqual(accountsShown('ann@buyer.example secret: payment succeeds', 'succeed'), []);
});
