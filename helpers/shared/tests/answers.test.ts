import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { Answers } from '../answers.ts';
import type { ExtendTimeout, Question, Sent } from '../sent.ts';

const question = (path: string, address = 'http://127.0.0.1:1'): Question => ({
  address,
  call: { method: 'GET', path, headers: {} },
});

const noExtension: ExtendTimeout = () => {};

/** A target whose answers and timeout extensions the test controls. */
const target = () => {
  const asked: string[] = [];
  const answer = new Map<string, (sent: Sent) => void>();
  const extensions = new Map<string, ExtendTimeout>();
  const send = ({ call: { path } }: Question, extendTimeout: ExtendTimeout) => {
    asked.push(path);
    extensions.set(path, extendTimeout);
    return new Promise<Sent>((resolve) => answer.set(path, resolve));
  };
  return { asked, answer, extensions, answers: new Answers(send) };
};

const exchanges: Exchange[] = [];
const answered = (text = '{}'): Sent => ({ exchanges, answer: { text, headers: {} } });
const failed: Sent = { exchanges, fault: { message: 'no answer', kind: 'reset' } };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a request is sent once, and each caller learns for which test', async () => {
  const { asked, answer, answers } = target();
  const both = ['one', 'other'].map((name) => answers.ask(question('/a'), name, noExtension));
  answer.get('/a')?.(answered());
  const [one, other] = await Promise.all(both);
  assert.deepEqual([one?.by, other?.by], [null, 'one']);
  assert.equal((await answers.ask(question('/a'), 'third', noExtension)).by, 'one');
  assert.deepEqual(asked, ['/a']);
  void answers.ask(question('/a', 'http://127.0.0.1:2'), 'elsewhere', noExtension);
  assert.deepEqual(asked, ['/a', '/a'], 'requests to another target are separate');
});

test('a network failure of one test does not affect others', async () => {
  const { asked, answer, answers } = target();
  const [one, other] = ['one', 'other'].map((name) => answers.ask(question('/a'), name, noExtension));
  answer.get('/a')?.(failed);
  assert.deepEqual((await one)?.sent.fault, failed.fault);
  await settled();
  assert.deepEqual(asked, ['/a', '/a']);
  answer.get('/a')?.(answered());
  assert.deepEqual([(await other)?.by, (await other)?.sent.fault], [null, undefined]);
});

test('a huge answer is not stored', async () => {
  const { asked, answer, answers } = target();
  const one = answers.ask(question('/a'), 'one', noExtension);
  answer.get('/a')?.(answered('x'.repeat(1024 * 1024)));
  await one;
  void answers.ask(question('/a'), 'other', noExtension);
  assert.deepEqual(asked, ['/a', '/a']);
});

test('the total size of stored answers is limited', async () => {
  const { asked, answer, answers } = target();
  const askedFor = async (path: string) => {
    const one = answers.ask(question(path), 'one', noExtension);
    answer.get(path)?.(answered('x'.repeat(256 * 1024)));
    await one;
  };
  for (let index = 0; index <= 256; index += 1) await askedFor(`/${index}`);
  await askedFor('/0');
  await askedFor('/256');
  assert.deepEqual([asked.length, asked.at(-1)], [258, '/256']);
});

test('a prefetched answer counts for the first caller, and timeouts are extended for all waiting tests', async () => {
  const { asked, answer, extensions, answers } = target();
  answers.sendAhead([question('/a'), question('/b'), question('/c')], 2);
  assert.deepEqual(asked, ['/a', '/b']);
  const extended: [string, number][] = [];
  const both = ['one', 'other'].map((name) =>
    answers.ask(question('/b'), name, (ms) => void extended.push([name, ms])),
  );
  await settled();
  extensions.get('/b')?.(7);
  assert.deepEqual(extended, [
    ['one', 7],
    ['other', 7],
  ]);
  answer.get('/b')?.(answered());
  const [one, other] = await Promise.all(both);
  assert.deepEqual([one?.by, other?.by, asked.filter((path) => path === '/b').length], [null, 'one', 1]);
});
