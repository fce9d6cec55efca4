import { buildResults, type RunInput } from '../../results/judgement/build-results.ts';
import type { Results } from '../../results/results-schema.ts';
import { judged } from '../../results/judgement/tests/judged-test.ts';
import { runInput } from '../../results/judgement/tests/run-input.ts';

/** Text of an answer that could become a link, an image, a mention or markup in a chat. */
export const hostile =
  '`` @channel <!channel> <@U1> [x](https://evil.example) ![p](https://evil.example/p.png) <img src=x> </code> https://evil.example **b** \u202e';

/** A run with a broken, a known and an open rule, a changed observation, and answers of a hostile target. */
export const exampleRun = (more: Partial<RunInput> = {}): Results =>
  buildResults(
    runInput({
      startedAt: '2026-11-21T07:00:00.000Z',
      durationMs: 61_000,
      commit: '04e6ee5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      observations: {
        file: 'observations/staging.json',
        pinned: true,
        new: [],
        changed: [{ rule: 'balance.singular-path', before: ['HTTP 404'], after: [`HTTP 410 ${hostile}`] }],
        gone: [],
      },
      ...more,
    }),
    [
      judged('txn.amount-required', 'fail', {
        line: 14,
        error: `Error: expect(reply).toRefuse()\n\nExpected: HTTP 400\nReceived: ${hostile}`,
      }),
      judged('txn.email-required', 'known', { error: 'Error: expect(reply).toRefuse()\nReceived: HTTP 200' }),
      judged('txn.currency-required', 'environment', { error: `EnvironmentFault: ${hostile}` }),
      judged('txn.amount-type', 'pass'),
    ],
    (id) =>
      id === 'txn.email-required'
        ? { owner: '@payments', ticket: 'PAY-1', expires: '2026-12-01', reason: 'is being worked on' }
        : undefined,
  );
