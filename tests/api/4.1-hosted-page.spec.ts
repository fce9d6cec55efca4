import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings } from '../../helpers/client/bodies.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The answer of the hosted-page flow. The page itself is driven in a browser, see tests/browser.

for (const [variant, optional] of surroundings) {
  test(...rule('hosted.accepted', variant), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage(optional(bodies)))).toBeAccepted();
  });

  for (const [id, field, shape] of answers.hostedPage.fields) {
    test(...rule(id, variant), async ({ api, bodies }) => {
      expect(await api.initiate(bodies.hostedPage(optional(bodies)))).toHaveField(field, shape);
    });
  }
}

const accepted = [
  ['hosted.every-optional-field', {}],
  ['hosted.success-url-alone', { failure_url: undefined, transaction_reference: undefined }],
  ['hosted.failure-url-alone', { success_url: undefined, transaction_reference: undefined }],
] as const;

for (const [id, change] of accepted) {
  test(...rule(id), async ({ api, bodies }) => {
    expect(await api.initiate(bodies.hostedPage(bodies.optional(change)))).toBeAccepted();
  });

  test(...rule(id, 'result'), async ({ api, bodies }) => {
    const reply = await api.initiate(bodies.hostedPage(bodies.optional(change)));
    expect(reply).toHaveField('result', shapes.exactly('success'));
  });
}

test(...rule('hosted.accepted', 'again'), async ({ api, bodies }) => {
  await api.initiate(bodies.hostedPage());
  expect(await api.initiate(bodies.hostedPage())).toBeAccepted();
});

for (const [variant, optional] of surroundings) {
  test(...rule('hosted.own-page', variant), async ({ api, bodies }) => {
    const first = await api.initiate(bodies.hostedPage(optional(bodies)));
    const second = await api.initiate(bodies.hostedPage(optional(bodies)));
    expect(second).toHaveField('hosted_url', shapes.otherThan(first.field('hosted_url')));
  });
}
