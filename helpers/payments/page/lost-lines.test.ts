import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameRunFolder } from '../../run/run-log.ts';
import { LostLines, type Place } from './lost-lines.ts';

nameRunFolder();

const place: Place = { channel: 'form', list: 'begin', line: 'Pone = {number}' };

test('a line that was lost twice gives up its channel, with the first message', () => {
  const lines = new LostLines('http://one');
  assert.equal(lines.lost(place, 'first'), 'first');
  assert.equal(lines.whyNot('form', 'pay'), undefined);
  assert.equal(lines.isKnown(place), true);
  assert.equal(lines.isKnown({ ...place, channel: 'iframe' }), true);
  assert.equal(lines.lost(place, 'second'), 'first');
  assert.equal(lines.whyNot('form', 'cancel'), 'first');
  assert.equal(lines.whyNot('iframe', 'pay'), undefined);
  lines.lost({ ...place, channel: 'iframe' }, 'third');
  assert.equal(lines.whyNot('iframe', 'pay'), 'first');
  assert.equal(new LostLines('http://two').whyNot('form', 'pay'), undefined);
});

test('a line of one end gives up no other end, and a line that was once followed gives up nothing', () => {
  const lines = new LostLines('http://three');
  const ofPay: Place = { channel: 'redirect', list: 'pay', line: 'Pya' };
  for (const one of [ofPay, ofPay, place, place]) lines.lost(one, 'lost');
  lines.followed(place);
  assert.equal(lines.whyNot('redirect', 'pay'), 'lost');
  assert.equal(lines.whyNot('redirect', 'decline'), undefined);
  assert.equal(lines.whyNot('form', 'pay'), undefined);
});

test('a line that was lost after a mistake gives up nothing', () => {
  const lines = new LostLines('http://four');
  for (const message of ['one', 'two']) lines.lost(place, message, true);
  assert.equal(lines.whyNot('form', 'pay'), undefined);
  assert.deepEqual([lines.isKnown(place), lines.isKnown(place, true)], [false, true]);
});
