import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from './find-control.ts';
import { FormState, ineffectiveMs } from './form-state.ts';
import type { Line } from './page-lines.ts';
import type { PageNode } from './page-tree.ts';

const line = (name: string, value?: string): Line => ({ text: name, isOptional: false, role: undefined, name, value });
const node = (role: string, name: string, text = ''): PageNode =>
  ({ role, name, text, ref: `${role} ${name}`, inner: [], place: 0 }) as unknown as PageNode;
const button = { node: node('button', 'Pay'), tree: [] } as unknown as Found;
const before = { signature: 'a form', requests: 3, at: 1000 };
const later = { ...before, at: before.at + ineffectiveMs };

test('a button is pressed again only while nothing was sent and nothing has changed since', () => {
  const state = new FormState();
  assert.equal(state.mustPressAgain(later), false);
  state.pressed({ found: button, line: line('Pay'), ...before, times: 1 });
  assert.equal(state.mustPressAgain({ ...later, at: later.at - 1 }), false);
  assert.equal(state.mustPressAgain({ ...later, signature: 'a form with an alert' }), false);
  assert.equal(state.mustPressAgain({ ...later, requests: 4 }), false);
  assert.equal(state.mustPressAgain(later), true);
});

test('a button is pressed four times at most', () => {
  const state = new FormState();
  state.pressed({ found: button, line: line('Pay'), ...before, times: 1 });
  let at = before.at;
  let times = 1;
  for (; times < 10 && state.mustPressAgain({ ...before, at: (at += ineffectiveMs) }); times += 1)
    state.pressedAgain({ ...before, at });
  assert.equal(times, 4);
});

test('what was entered after a press ends its repetition', () => {
  const state = new FormState();
  state.pressed({ found: button, line: line('Pay'), ...before, times: 1 });
  state.entered(line('Phone', '{number}'), '0970000001', node('textbox', 'Phone'));
  assert.equal(state.mustPressAgain(later), false);
});

test('a field or a list that a script has emptied is told, and no other', () => {
  const state = new FormState();
  state.entered(line('Phone', '{number}'), '0970000001', node('textbox', 'Phone'));
  state.entered(line('Network', 'One'), 'One', node('combobox', 'Network'));
  assert.deepEqual(state.emptiedIn([node('textbox', 'Phone', '0970000001'), node('combobox', 'Network')]), []);
  const reset = { ...node('combobox', 'Network'), inner: [{ ...node('option', 'Select one'), selected: true }] };
  assert.deepEqual(
    state.emptiedIn([reset]).map(({ value }) => value),
    ['One'],
  );
  const [emptied, ...others] = state.emptiedIn([node('textbox', 'Phone'), node('textbox', 'Code')]);
  assert.deepEqual([emptied?.value, others.length], ['0970000001', 0]);
});
