import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { asking, hostedPage } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { surroundings } from '../../helpers/client/bodies.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The answer of the hosted-page flow. The page itself is tested in tests/browser.

for (const [variant, optional] of surroundings) {
  test(...asking(hostedPage(optional), 'hosted.accepted', variant), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });

  for (const [id, field, shape] of answers.hostedPage.fields) {
    test(...asking(hostedPage(optional), id, variant), async ({ reply }) => {
      expect(reply).toHaveField(field, shape);
    });
  }
}

const accepted = [
  ['hosted.every-optional-field', {}],
  ['hosted.success-url-alone', { failure_url: undefined, transaction_reference: undefined }],
  ['hosted.failure-url-alone', { success_url: undefined, transaction_reference: undefined }],
] as const;

for (const [id, change] of accepted) {
  test(
    ...asking(
      hostedPage((bodies) => bodies.optional(change)),
      id,
    ),
    async ({ reply }) => {
      expect(reply).toBeAccepted();
    },
  );

  test(
    ...asking(
      hostedPage((bodies) => bodies.optional(change)),
      id,
      'result',
    ),
    async ({ reply }) => {
      expect(reply).toHaveField('result', shapes.exactly('success'));
    },
  );

  test(
    ...asking(
      hostedPage((bodies) => bodies.optional(change)),
      id,
      'hosted_url',
    ),
    async ({ reply }) => {
      expect(reply).toHaveField('hosted_url', shapes.address);
    },
  );
}

const sameAddress = hostedPage((bodies) => bodies.optional({ failure_url: bodies.optional()['success_url'] }));
test(...asking(sameAddress, 'hosted.every-optional-field', 'one address for both ends'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

const withQueries = hostedPage((bodies) => bodies.withQueries());
test(...asking(withQueries, 'hosted.every-optional-field', 'addresses with a query'), async ({ reply }) => {
  expect(reply).toBeAccepted();
});

test(...rule('hosted.accepted', 'again'), async ({ fresh, bodies }) => {
  await fresh.initiate(bodies.hostedPage());
  expect(await fresh.initiate(bodies.hostedPage())).toBeAccepted();
});

for (const [variant, optional] of surroundings) {
  test(...rule('hosted.own-page', variant), async ({ fresh, bodies }) => {
    const first = await fresh.initiate(bodies.hostedPage(optional(bodies)));
    const second = await fresh.initiate(bodies.hostedPage(optional(bodies)));
    expect(second).toHaveField('hosted_url', shapes.otherThan(first.field('hosted_url')));
  });
}
