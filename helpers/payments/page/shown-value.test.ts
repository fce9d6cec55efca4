import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageNode } from './page-tree.ts';
import { isValueOf, shownBy } from './shown-value.ts';

const node = (role: string, text: string, more: Partial<PageNode> = {}): PageNode =>
  ({ role, name: '', text, inner: [], parent: undefined, place: 0, ...more }) as unknown as PageNode;
const unseen = { box: { x: 0, y: 0, width: 0, height: 0 } };

test('a list keeps the words of its options, closed or open; they are not the value of its control', () => {
  const words = ['Sunrise Mobile', 'Blue Money'];
  const options = words.map((text) => node('option', text, unseen));
  const drawn = words.map((text) => node('option', text, { ref: text }));
  // An element of a page's own keeps them as text alone.
  const kept = words.map((text) => node('generic', text, unseen));
  const shown = node('generic', 'Choose', { ref: 'e2' });
  for (const inner of [options, kept, drawn]) {
    const control = node('combobox', '', { ref: 'e1', name: 'Network', inner: [...inner, shown] });
    assert.deepEqual(shownBy(control, [control, ...control.inner]), ['Network', 'Choose']);
  }
});

test('a control that shows the first line of an option behind its caption shows the option that alone has it', () => {
  const inner = [node('generic', 'Sunrise Mobile'), node('generic', 'no fee')];
  const option = node('listitem', '', { name: 'Sunrise Mobile no fee', inner });
  const isShown = (text: string) => isValueOf([text], ['Operator: choose'], 'Sunrise Mobile no fee', option);
  assert.deepEqual(['Operator: Sunrise Mobile', 'Operator: Blue Money'].map(isShown), [true, false]);
  option.parent = node('list', '', { inner: [option, { ...option, name: 'Sunrise Mobile, fee 2' }] });
  assert.equal(isShown('Operator: Sunrise Mobile, fee 2'), false);
});
