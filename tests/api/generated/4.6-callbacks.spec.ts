import * as fc from 'fast-check';
import { covers, expect, test } from '../../../fixtures/index.ts';
import { sharedCallbacks } from '../../../fixtures/callbacks.ts';
import { changesOfUpdate } from '../../../helpers/callbacks/callbacks.ts';
import { sendCallbackSequences } from '../../../helpers/generated/callback-sequences.ts';
import { describedUpdates, undescribedUpdates } from '../../../helpers/generated/generated-requests.ts';
import { howToRepeat, sendGenerated } from '../../../helpers/generated/send-generated.ts';
import { afterUpdate, wrongState, type KnownFields } from '../../../interface/answers/callback-answers.ts';
import type { Reply } from '../../../interface/messages/exchange.ts';
import type { Body } from '../../../interface/messages/requests.ts';

// Updates of callbacks as described and otherwise, and sequences on several callbacks (4.5 to 4.7).

test.describe.configure(sharedCallbacks);

/** A callback, and what is known of it from its updates. */
interface Known {
  id: string;
  known: KnownFields;
}

test(
  'random sequences on several callbacks',
  covers('generated.callback-sequences'),
  async ({ api, callbacks, settings, check }) => {
    const failure = await sendCallbackSequences(api, callbacks, settings);
    await check('generated.callback-sequences', 'random sequences', () =>
      expect(failure?.reason, howToRepeat(failure)).toBe(undefined),
    );
  },
);

test(
  'random updates of one callback',
  covers('generated.callback-updates'),
  async ({ api, callbacks, eventually, settings, check }) => {
    // Each case finds its callback as an earlier one has left it.
    const free = (await callbacks.several()).map((id): Known => ({ id, known: {} }));
    const reasons = new WeakMap<Reply, string | undefined>();
    const send = async (changes: readonly Body[], callback: Known): Promise<Reply> => {
      const wrong = (reply: Reply) => wrongState(reply, callback.id, callback.known);
      for (const change of changes.map((sent) => callbacks.placed(sent, callback.id))) {
        callback.known = afterUpdate(callback.known, change);
        const reply = await api.updateCallback(callback.id, change);
        reasons.set(reply, `${reply.asked} is answered HTTP ${reply.status}`);
        if (reply.status >= 500) return reply;
      }
      const fetched = () => api.fetchCallback(callback.id);
      const reply = await eventually(fetched, (answer) => wrong(answer).length === 0, changesOfUpdate);
      reasons.set(reply, wrong(reply)[0]?.text);
      return reply;
    };
    const updates = fc.tuple(
      describedUpdates,
      fc.oneof({ arbitrary: undescribedUpdates, weight: 2 }, describedUpdates),
    );
    // Fewer cases, since each is three requests, one after another on the same callback.
    const runs = { ...settings, generatedRuns: Math.ceil(settings.generatedRuns / 3) };
    const { failure } = await sendGenerated(
      updates,
      async (changes) => {
        const callback = free.pop() as Known;
        return send(changes, callback).finally(() => free.push(callback));
      },
      runs,
      { inFlight: free.length, maxShrinks: 10, judge: (reply) => reasons.get(reply) },
    );
    await check('generated.callback-updates', 'random updates', () =>
      expect(failure?.reason, howToRepeat(failure)).toBe(undefined),
    );
  },
);
