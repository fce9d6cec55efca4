import { expect, test } from '../../../fixtures/index.ts';
import { rule } from '../../../helpers/rules/rule.ts';
import { operatorLetters } from '../../../helpers/target/bodies.ts';

// Bodies of an initiation with one or two changes, hostile values among them.

test(...rule('generated.initiation-bodies', 'hosted page'), async ({ generated }) => {
  expect(await generated.initiations('hosted page')).toAgreeWithModel();
});

for (const letter of operatorLetters) {
  test(...rule('generated.initiation-bodies', `operator ${letter}`), async ({ generated }) => {
    expect(await generated.initiations(letter)).toAgreeWithModel();
  });
}
