import { callbackLock } from '../../fixtures/api/callbacks/callback-lock.ts';
import { expect, test } from '../../fixtures/index.ts';
import { repeatableEndpoints } from '../../fixtures/api/endpoints.ts';
import { asking, checkout } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';

// The version is part of every path.

test.describe.configure({ lock: callbackLock });

for (const [name, { capability, ask }] of repeatableEndpoints) {
  test(...rule('version.path', name, capability), async ({ endpointContext }) => {
    expect((await ask(endpointContext, 'secret')).map((reply) => reply.status)).toContain(200);
  });
}

test(...asking(checkout(), 'version.path', 'POST /v1/checkout', 'checkout'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

test(...rule('version.path', 'DELETE /v1/callback/delete', 'callback-deletion'), async ({ deletion }) => {
  expect(deletion.answer).toBeAccepted();
});

test(...rule('version.elsewhere'), async ({ api, bodies, observe }) => {
  observe(summarizeReply(await api.probe('POST', '/transactions', bodies.hostedPage())));
});
