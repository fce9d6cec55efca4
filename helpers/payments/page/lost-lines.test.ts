import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameRunFolder } from '../../run/run-log.ts';
import { LostLines, type Place } from './lost-lines.ts';

nameRunFolder();

const place: Place = { channel: 'form', list: 'begin', line: 'Pone = {number}', currency: 'XTS' };
const usual = { currency: 'XTS', setsAmount: false } as const;

test('a line that was lost twice gives up its channel, with the first message', () => {
  const lines = new LostLines('http://one');
  assert.equal(lines.lost(place, 'first'), 'first');
  assert.equal(lines.whyNot({ ...usual, channel: 'form', list: 'pay' }), undefined);
  assert.equal(lines.isKnown(place), true);
  assert.equal(lines.isKnown({ ...place, channel: 'iframe' }), true);
  assert.equal(lines.lost(place, 'second'), 'first');
  assert.equal(lines.whyNot({ ...usual, channel: 'form', list: 'cancel' }), 'first');
  assert.equal(lines.whyNot({ ...usual, channel: 'iframe', list: 'pay' }), undefined);
  lines.lost({ ...place, channel: 'iframe' }, 'third');
  assert.equal(lines.whyNot({ ...usual, channel: 'iframe', list: 'pay' }), 'first');
  assert.equal(new LostLines('http://two').whyNot({ ...usual, channel: 'form', list: 'pay' }), undefined);
});

test('a line of one end gives up no other end, and a line that was once followed gives up nothing', () => {
  const lines = new LostLines('http://three');
  const ofPay: Place = { channel: 'redirect', list: 'pay', line: 'Pya', currency: 'XTS' };
  for (const one of [ofPay, ofPay, place, place]) lines.lost(one, 'lost');
  lines.followed(place);
  assert.equal(lines.whyNot({ ...usual, channel: 'redirect', list: 'pay' }), 'lost');
  assert.equal(lines.whyNot({ ...usual, channel: 'redirect', list: 'decline' }), undefined);
  assert.equal(lines.whyNot({ ...usual, channel: 'form', list: 'pay' }), undefined);
});

test('a line that was lost after a mistake gives up nothing', () => {
  const lines = new LostLines('http://four');
  for (const message of ['one', 'two']) lines.lost(place, message, true);
  assert.equal(lines.whyNot({ ...usual, channel: 'form', list: 'pay' }), undefined);
  assert.deepEqual([lines.isKnown(place), lines.isKnown(place, true)], [false, true]);
});

test('the line of the amount gives up the payments whose customer sets it, unless it is required', () => {
  const [optional, required] = [new LostLines('http://five'), new LostLines('http://six')];
  for (const message of ['one', 'two']) {
    optional.lost({ ...place, line: '? Sum = {amount}' }, message);
    required.lost({ ...place, line: 'Sum = {amount}' }, message);
  }
  const form = { ...usual, channel: 'form', list: 'pay' } as const;
  assert.deepEqual([optional.whyNot(form), optional.whyNot({ ...form, setsAmount: true })], [undefined, 'one']);
  assert.equal(required.whyNot(form), 'one');
});

test('a line of one currency gives up no payment in another', () => {
  const lines = new LostLines('http://seven');
  lines.followed(place);
  for (const message of ['one', 'two']) lines.lost({ ...place, currency: 'USD' }, message);
  const form = { ...usual, channel: 'form', list: 'pay' } as const;
  assert.deepEqual([lines.whyNot(form), lines.whyNot({ ...form, currency: 'USD' })], [undefined, 'one']);
});
