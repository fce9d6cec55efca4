import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noSettings } from '../../../helpers/settings/declarations/declarations.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const left = new Set(['node_modules', '.git', '.env', 'reports', 'test-results']);

/** What became of a program. */
interface Ended {
  code: number;
  output: string;
}

/** A copy of this repository as somebody has it who has just cloned it, with packages, and without settings of ours. */
export class FreshCopy implements Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-')));

  constructor() {
    const filter = (path: string) => path === root || !left.has(basename(path));
    cpSync(root, this.folder, { recursive: true, filter });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'dir');
  }

  /** Runs a program of the copy, with no setting of this process but those given. */
  async run(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const ours = new Set<string>([...Object.keys(noSettings), 'SANDBOX_URL', 'NODE_TEST_CONTEXT']);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, output };
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
