import { expect, test } from '../../../fixtures/index.ts';
import { rule } from '../../../interface/rules/rule.ts';
import { currencies, changeOf, operators, scenarios } from './plan.ts';
import { wordingOf } from '../../../interface/messages/wording/wording.ts';

// Not specs of the interface, but thousands of checks for `npm run simulate-shards`; each project runs one currency.

for (const { name: operator, kind } of operators) {
  for (const scenario of scenarios) {
    test(...rule(scenario.rule, `${operator}, ${scenario.name}`), async ({ fresh, bodies, settings, observe }) => {
      expect(currencies).toContain(settings.currency);
      const change = changeOf(scenario, settings.currency, operator, bodies);
      const reply = await fresh.initiate(bodies.mobileMoney(kind, change));
      const judged = {
        refused: () => expect(reply).toRefuse(),
        accepted: () => expect(reply).toBeAccepted(),
        observed: () => observe(wordingOf(reply)),
      };
      judged[scenario.expected]();
    });
  }
}
