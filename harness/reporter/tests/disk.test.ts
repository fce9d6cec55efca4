import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { exitCodes } from '../../results/exit-code.ts';
import { Disk } from '../disk.ts';
import { writeAtomically } from '../../results/files/write-atomically.ts';

const decided = () => (globalThis as { conformanceExit?: { code?: number } }).conformanceExit?.code;

test('a full disk is reported in one line and gives exit code 3', () => {
  const full = (): never => {
    throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write', path: 'reports/x' });
  };
  const lines: string[] = [];
  const disk = new Disk((line) => lines.push(line));
  assert.equal(
    disk.attempt(() => 7),
    7,
  );
  for (let time = 0; time < 2; time += 1) disk.attempt(full);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /^The reports cannot be written: ENOSPC.* Make room/);
  assert.equal(decided(), exitCodes.brokenSuite);
});

test('a file that cannot be replaced is reported with its path', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'results.json', 'in the way'), { recursive: true });
  const lines: string[] = [];
  new Disk((line) => lines.push(line)).attempt(() => writeAtomically(join(folder, 'results.json'), '{}'));
  assert.match(lines.join(), /results\.json.* run again\.$/);
});

test('other errors are thrown', () => {
  const disk = new Disk(() => {});
  assert.throws(() =>
    disk.attempt(() => {
      throw new TypeError('a fault');
    }),
  );
});
