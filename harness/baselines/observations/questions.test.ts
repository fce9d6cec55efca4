import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../interface/rules/catalogue.ts';
import { questionsOf } from './questions.ts';

test('every open point is a question in its section, with observations and the reason why it matters', () => {
  const text = questionsOf([
    { target: 'a.example.com', observed: { 'auth.order': ['HTTP 401'], 'balance.body': ['x'] } },
    { target: 'b.example.com', observed: { 'auth.order': ['HTTP 401'], 'balance.body': ['y'] } },
  ]);
  const open = Object.values(catalogue).filter(({ level }) => level === 'observe');
  assert.equal(text.match(/^\d+\. \*\*/gm)?.length, open.length);
  assert.match(
    text,
    /## Section 5\n[^#]*\*\*Which answer has[^*]*\?\*\* \(`auth\.order`, also section 7\)\n {3}- Why it matters: .*\n {3}- Seen on a\.example\.com, b\.example\.com:\n {5}- `HTTP 401`\n/,
  );
  assert.match(text, /Seen on a\.example\.com:\n {5}- `x`\n {3}- Seen on b\.example\.com:\n {5}- `y`\n/);
  const sections = [...text.matchAll(/^## Section (.*)$/gm)].map(([, section]) => section);
  assert.ok(sections.indexOf('2.3') < sections.indexOf('4.1') && sections.indexOf('4.1') < sections.indexOf('9'));
});

test('observations are not rendered as Markdown', () => {
  const evil = 'a ``` <img src=x> [link](http://evil)\n# title \u001b[31m';
  const text = questionsOf([{ target: 'a', observed: { 'auth.order': [evil] } }]);
  assert.ok(
    text.includes(String.raw`- ${'````'}a ${'```'} <img src=x> [link](http://evil) # title \u001b[31m${'````'}`),
  );
});
