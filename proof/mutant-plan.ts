import type { Mutant } from '../fixtures/run.ts';

/** A test of the suite: its file and titles, which are its key, and its tags. */
export interface ListedTest {
  /** Begins with the file, relative to this folder. */
  key: string;
  tags: string[];
  project: 'api' | 'browser';
}

/** A test that meets a sandbox. */
export interface Meeting {
  test: ListedTest;
  mutant: Mutant;
  /** Settings that the sandbox needs, by variable. */
  settings?: Readonly<Record<string, string>>;
  /** With the time-outs of a run, in place of short ones. */
  isPatient?: boolean;
}

/** Meetings that share their settings, and so their workers and browsers. */
export interface MutantProject extends Required<Omit<Meeting, 'test' | 'mutant'>> {
  name: ListedTest['project'];
  /** The sandbox that each test meets, by the key of its copy. */
  mutants: Record<string, Mutant>;
  /** The keys of the tests themselves, by the key of the copy. */
  tests: Record<string, string>;
}

export interface MutantPlan {
  projects: MutantProject[];
  /** Files in the folder of the proof that declare the tests of a spec once more. */
  copies: { file: string; spec: string }[];
}

/** The folder of the proof, as the keys of tests name it. */
const proofFolder = '../reports/proof';

/**
 * A test meets one sandbox each time it is declared. A test that meets several is declared in as many copies of its spec,
 * so that the same workers run them all: starting a worker takes longer than most tests.
 */
export const planOf = (meetings: readonly Meeting[]): MutantPlan => {
  const projects = new Map<string, MutantProject>();
  const copies = new Map<string, MutantPlan['copies'][number]>();
  // What takes longest begins first.
  const inOrder = [...meetings].sort(
    (a, b) => Number(b.test.project === 'browser') - Number(a.test.project === 'browser'),
  );
  for (const { test, mutant, settings = {}, isPatient = false } of inOrder) {
    const name = JSON.stringify([test.project, settings, isPatient]);
    const project = projects.get(name) ?? { name: test.project, settings, isPatient, mutants: {}, tests: {} };
    projects.set(name, project);
    let copy = 1;
    while (copyOf(test, copy).key in project.mutants) copy += 1;
    const { key, file, spec } = copyOf(test, copy);
    project.mutants[key] = mutant;
    project.tests[key] = test.key;
    copies.set(file, { file, spec });
  }
  return { projects: [...projects.values()], copies: [...copies.values()] };
};

const copyOf = ({ key }: ListedTest, copy: number): { key: string; file: string; spec: string } => {
  const [spec = '', ...titles] = key.split(' › ');
  // Notifications are waited for longest, so tests of section 6 begin first; Playwright goes by the names of folders.
  const first = spec.includes('/6-') ? '0-' : '';
  const file = `copies/${first}${copy}/${spec.replace('../tests/', '').replace(/\.ts$/, '.cjs')}`;
  return { key: [`${proofFolder}/${file}`, ...titles].join(' › '), file, spec };
};
