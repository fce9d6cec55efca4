import * as fc from 'fast-check';
import { covers, expect, test } from '../../../fixtures/index.ts';
import { sharedCallbacks } from '../../../fixtures/callbacks.ts';
import { sendCallbackSequences } from '../../../helpers/generated/callback-sequences.ts';
import { describedUpdates, undescribedUpdates } from '../../../helpers/generated/generated-requests.ts';
import { sendGenerated } from '../../../helpers/generated/send-generated.ts';
import { afterUpdate, unknownCallback, wrongState } from '../../../interface/answers/callback-answers.ts';

// Updates of callbacks as described and otherwise, and sequences on several callbacks (4.5 to 4.7).

test.describe.configure(sharedCallbacks);

test(
  'random updates of one callback',
  covers('generated.callback-updates'),
  async ({ api, callbacks, eventually, settings, check }) => {
    const id = await callbacks.updatable();
    let known = unknownCallback;
    const updates = fc.tuple(
      describedUpdates,
      fc.oneof({ arbitrary: undescribedUpdates, weight: 2 }, describedUpdates),
    );
    // Fewer cases, since each is three requests, one after another on the same callback.
    const runs = { ...settings, generatedRuns: Math.ceil(settings.generatedRuns / 3) };
    const { failure } = await sendGenerated(
      updates,
      async (changes) => {
        for (const change of changes.map((one) => callbacks.placed(one))) {
          known = afterUpdate(known, change);
          const reply = await api.updateCallback(id, change);
          if (reply.status >= 500) return reply;
        }
        return eventually(
          () => api.fetchCallback(id),
          (reply) => wrongState(reply, id, known).length === 0,
        );
      },
      runs,
      {
        inFlight: 1,
        maxShrinks: 10,
        judge: (reply) =>
          reply.status >= 500
            ? `${reply.asked} is answered HTTP ${reply.status}`
            : wrongState(reply, id, known).map(({ text }) => text)[0],
      },
    );
    const changes = JSON.stringify(failure?.case);
    await check('generated.callback-updates', 'random updates', () =>
      expect(failure?.reason, `after ${changes}, sent again by SEED=${failure?.seed}`).toBe(undefined),
    );
  },
);

test(
  'random sequences on several callbacks',
  covers('generated.callback-sequences'),
  async ({ api, callbacks, settings, check }) => {
    const failure = await sendCallbackSequences(api, callbacks, settings);
    await check('generated.callback-sequences', 'random sequences', () =>
      expect(failure?.reason, `after ${failure?.case}, sent again by SEED=${failure?.seed}`).toBe(undefined),
    );
  },
);
