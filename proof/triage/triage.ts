import { command, type Values } from '../../helpers/processes/command.ts';
import { startSandbox } from '../../helpers/processes/start-sandbox.ts';
import { planted } from './cases.ts';
import { groupsIn, isRight, runPlanted } from './meet.ts';
import { exitWhenWritten } from '../../helpers/processes/exit-when-written.mjs';

const help = `npm run triage: plants causes of failures, and checks that a run names them correctly.

  npm run triage                 all causes, in about a quarter of an hour
  npm run triage -- --grep data  causes whose name matches

Exit codes
  0  every cause is named correctly
  1  a cause is not
  3  the check could not be made`;

const options = { grep: { type: 'string', default: '' } } as const;

const main = async ({ grep }: Values<typeof options>): Promise<number> => {
  const cases = planted.filter(({ name }) => name.includes(grep));
  if (cases.length === 0) throw new Error(`no planted cause matches "${grep}"`);
  const { child, address } = await startSandbox('--each-fault');
  let right = 0;
  try {
    for (const one of cases) {
      const results = await runPlanted(address, one);
      if (isRight(one, results)) right += 1;
      const groups = groupsIn(results);
      const rules = results.run.rules.fail;
      const took = Math.round((results.run.triage?.durationMs ?? 0) / 100) / 10;
      console.log(
        `${isRight(one, results) ? 'ok   ' : 'WRONG'} ${one.name}: ${rules} rules, ${groups.length} groups, ${took} s`,
      );
      for (const { cause, common, said, rules } of groups) {
        console.log(`        ${cause}, ${rules.length} rules: ${common}\n          ${said}`);
      }
    }
  } finally {
    child.kill('SIGTERM');
  }
  console.log(`${right} of ${cases.length} causes are named correctly`);
  return right === cases.length ? 0 : 1;
};

await command(help, { options }, main);
await exitWhenWritten();
