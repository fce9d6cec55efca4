import { callbackLock } from '../../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../../fixtures/index.ts';
import { rule } from '../../../interface/rules/rule.ts';

// Callbacks compared with a model of partial updates: single updates, and sequences on several callbacks.

test.describe.configure({ mode: 'parallel', lock: callbackLock });

test(...rule('generated.callback-updates'), async ({ generated }) => {
  expect(await generated.updates()).toAgreeWithModel();
});

test(...rule('generated.callback-updates', 'of one field time and again'), async ({ generated }) => {
  expect(await generated.repeatedUpdates()).toAgreeWithModel();
});

test(...rule('generated.callback-sequences'), async ({ generated }) => {
  expect(await generated.sequences()).toAgreeWithModel();
});
