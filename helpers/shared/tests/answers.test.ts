import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../interface/messages/exchange.ts';
import { Answers } from '../answers.ts';
import type { ExtendTimeout, Question, Sent } from '../sent.ts';

const question = (path: string, address = 'http://127.0.0.1:1'): Question => ({
  address,
  call: { method: 'GET', path, headers: {} },
});

const nobody: ExtendTimeout = () => {};

/** Calls that are answered on request, and records of extended timeouts. */
const target = () => {
  const asked: string[] = [];
  const answer = new Map<string, (sent: Sent) => void>();
  const lengthen = new Map<string, ExtendTimeout>();
  const send = ({ call: { path } }: Question, extendTimeout: ExtendTimeout) => {
    asked.push(path);
    lengthen.set(path, extendTimeout);
    return new Promise<Sent>((resolve) => answer.set(path, resolve));
  };
  return { asked, answer, lengthen, answers: new Answers(send) };
};

const exchanges: Exchange[] = [];
const answered = (text = '{}'): Sent => ({ exchanges, answer: { text, headers: {} } });
const failed: Sent = { exchanges, fault: { message: 'no answer', kind: 'reset' } };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a question is sent once, and other tests learn for which test', async () => {
  const { asked, answer, answers } = target();
  const both = ['one', 'other'].map((name) => answers.ask(question('/a'), name, nobody));
  answer.get('/a')?.(answered());
  const [one, other] = await Promise.all(both);
  assert.deepEqual([one?.by, other?.by], [null, 'one']);
  assert.equal((await answers.ask(question('/a'), 'third', nobody)).by, 'one');
  assert.deepEqual(asked, ['/a']);
  void answers.ask(question('/a', 'http://127.0.0.1:2'), 'elsewhere', nobody);
  assert.deepEqual(asked, ['/a', '/a'], 'another target is asked for itself');
});

test('a network failure of one test is not shared', async () => {
  const { asked, answer, answers } = target();
  const [one, other] = ['one', 'other'].map((name) => answers.ask(question('/a'), name, nobody));
  answer.get('/a')?.(failed);
  assert.deepEqual((await one)?.sent.fault, failed.fault);
  await settled();
  assert.deepEqual(asked, ['/a', '/a']);
  answer.get('/a')?.(answered());
  assert.deepEqual([(await other)?.by, (await other)?.sent.fault], [null, undefined]);
});

test('a huge answer is not shared', async () => {
  const { asked, answer, answers } = target();
  const one = answers.ask(question('/a'), 'one', nobody);
  answer.get('/a')?.(answered('x'.repeat(1024 * 1024)));
  await one;
  void answers.ask(question('/a'), 'other', nobody);
  assert.deepEqual(asked, ['/a', '/a']);
});

test('the total size of shared answers is limited', async () => {
  const { asked, answer, answers } = target();
  const askedFor = async (path: string) => {
    const one = answers.ask(question(path), 'one', nobody);
    answer.get(path)?.(answered('x'.repeat(256 * 1024)));
    await one;
  };
  for (let index = 0; index <= 256; index += 1) await askedFor(`/${index}`);
  await askedFor('/0');
  await askedFor('/256');
  assert.deepEqual([asked.length, asked.at(-1)], [258, '/256']);
});

test('a prefetched answer is ready for the first test, and timeouts of waiting tests are extended', async () => {
  const { asked, answer, lengthen, answers } = target();
  answers.sendAhead([question('/a'), question('/b'), question('/c')], 2);
  assert.deepEqual(asked, ['/a', '/b']);
  const lengthened: [string, number][] = [];
  const both = ['one', 'other'].map((name) =>
    answers.ask(question('/b'), name, (ms) => void lengthened.push([name, ms])),
  );
  await settled();
  lengthen.get('/b')?.(7);
  assert.deepEqual(lengthened, [
    ['one', 7],
    ['other', 7],
  ]);
  answer.get('/b')?.(answered());
  const [one, other] = await Promise.all(both);
  assert.deepEqual([one?.by, other?.by, asked.filter((path) => path === '/b').length], [null, 'one', 1]);
});
