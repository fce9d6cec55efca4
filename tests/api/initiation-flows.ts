import type { Bodies } from '../../helpers/client/bodies.ts';
import type { Answer } from '../../interface/answers/allowed-answer.ts';
import type { Flow as AcceptingFlow } from '../../interface/answers/target-facts.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import type { Body } from '../../interface/messages/requests.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';
import { covers, needsOperator, type TestDetails } from '../../interface/rules/covers.ts';

export interface Flow {
  readonly name: string;
  /** The flow whose accepted values it has. */
  readonly values: AcceptingFlow;
  /** The smallest valid body, with a change. */
  readonly body: (bodies: Bodies, change?: Body) => Body;
  readonly answer: Answer;
  /** What a test of this flow covers. */
  readonly covering: (...rules: TestedRuleId[]) => TestDetails;
}

/** The flows of an initiation, each with the answer that 4.1 shows. */
export const flows: readonly Flow[] = [
  {
    name: 'hosted page',
    values: 'hosted page',
    body: (bodies, change) => bodies.hostedPage(change),
    answer: answers.hostedPage,
    covering: covers,
  },
  {
    name: 'operator A',
    values: 'operator A',
    body: (bodies, change) => bodies.mobileMoney('A', change),
    answer: answers.operatorASuccess,
    covering: (...rules) => needsOperator('A', covers(...rules)),
  },
  {
    name: 'operator A, simulated failure',
    values: 'operator A',
    body: (bodies, change) => bodies.mobileMoney('A', { requested_response: 'failed', ...change }),
    answer: answers.operatorAFailure,
    covering: (...rules) => needsOperator('A', covers(...rules)),
  },
  {
    name: 'operator B',
    values: 'operator B',
    body: (bodies, change) => bodies.mobileMoney('B', change),
    answer: answers.mobileMoney,
    covering: (...rules) => needsOperator('B', covers(...rules)),
  },
  {
    name: 'operator C',
    values: 'operator C',
    body: (bodies, change) => bodies.mobileMoney('C', change),
    answer: answers.operatorC,
    covering: (...rules) => needsOperator('C', covers(...rules)),
  },
];
