import { expect, test } from '../../fixtures/index.ts';
import { answers } from '../../interface/model/answers.ts';
import { answeredAs } from '../../interface/model/outcome.ts';
import { asking, walletList } from '../../helpers/shared/stimuli.ts';
import { rule } from '../../interface/rules/rule.ts';
import { fieldsBeyond, describeShape } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/wording/outcome.ts';
import { shapes } from '../../interface/messages/shapes.ts';
import { daysAgo, pastWeek, Wallets, type WalletSnapshot } from '../../helpers/wallets/wallets.ts';

// The wallet list and the fields of a wallet (2.6). An empty list passes the tests of fields.

const range = pastWeek();
const queries = [
  ['no parameters', {}],
  ['dates', range],
] as const;

const walletFields = answers.walletList.inside.fields;

for (const [variant, query] of queries) {
  test(...asking(walletList(query), 'wallets.accepted', variant), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });

  test(...asking(walletList(query), 'wallets.result', variant), async ({ reply }) => {
    expect(reply).toHaveField('result', shapes.exactly('success'));
  });

  test(...asking(walletList(query), 'wallets.list', variant), async ({ reply }) => {
    expect(reply).toHaveField('wallets', shapes.list);
  });

  for (const [id, field, shape] of walletFields) {
    test(...rule(id, variant), async ({ wallets }) => {
      expect(await wallets.raw(query)).toHaveFieldInEach(field, shape);
    });
  }
}

// One wallet may be listed twice, for example as a summary and in detail; two wallets cannot share an id.
test(...rule('wallets.own-id'), async ({ wallets }) => {
  const all = await wallets.list();
  const distinct = new Set(all.map(({ walletId, currency }) => `${walletId} ${currency}`));
  const ids = new Set(all.map(({ walletId }) => walletId));
  expect(ids.size, 'expect(wallets) to have ids of their own').toBe(distinct.size);
});

// Wallets of two lists are matched by their content apart from the id.
for (const [variant, query] of [
  [undefined, {}],
  ['with a limit', { limit: 10 }],
] as const) {
  test(...rule('wallets.keeps-id', variant), async ({ fresh }) => {
    const wallets = new Wallets(fresh);
    const before = await wallets.idsByContent();
    const after = await wallets.idsByContent(query);
    const again = [...before].filter(([content]) => after.has(content));
    expect(
      again.map(([content]) => after.get(content)),
      'expect(wallets) to have the ids of the list before',
    ).toEqual(again.map(([, id]) => id));
  });
}

const acceptedQueries = [
  ['wallets.only-start-date', 'start_date', { start_date: range.start_date }],
  ['wallets.only-end-date', 'end_date', { end_date: range.end_date }],
  ['wallets.both-dates', 'both', range],
  ['wallets.both-dates', 'the same day', { start_date: daysAgo(1), end_date: daysAgo(1) }],
] as const;

for (const [id, variant, query] of acceptedQueries) {
  test(...asking(walletList(query), id, variant), async ({ reply }) => {
    expect(reply).toBeAccepted();
  });

  test(...asking(walletList(query), id, `${variant}, a list`), async ({ reply }) => {
    expect(reply).toHaveField('wallets', shapes.list);
  });
}

const queriesOfToday = [
  ['wallets.only-start-date', (day: string) => ({ start_date: day })],
  ['wallets.only-end-date', (day: string) => ({ end_date: day })],
  ['wallets.both-dates', (day: string) => ({ start_date: day, end_date: day })],
] as const;

for (const [id, query] of queriesOfToday) {
  test(...rule(id, 'today'), async ({ wallets }) => {
    expect(await wallets.today(query)).toBeAccepted();
  });

  test(...rule(id, 'today, every field'), async ({ wallets }) => {
    expect(await wallets.today(query)).toBeOneOf([answeredAs(answers.walletList)]);
  });
}

for (const [variant, query] of [
  ['alone', {}],
  ['with dates', range],
] as const) {
  test(...rule('wallets.limit-accepted', variant), async ({ wallets }) => {
    expect(await wallets.limited(query)).toBeAccepted();
  });

  test(...rule('wallets.limit-accepted', `${variant}, a list`), async ({ wallets }) => {
    expect(await wallets.limited(query)).toHaveField('wallets', shapes.list);
  });
}

test(...asking(walletList({ start_date: 'yesterday' }), 'wallets.start-date-format'), async ({ reply }) => {
  expect(reply).toRefuse();
});

test(...rule('wallets.start-date-format', 'beside a good end_date'), async ({ api }) => {
  expect(await api.wallets({ ...range, start_date: 'yesterday' })).toRefuse();
});

test(...asking(walletList({ end_date: 'tomorrow' }), 'wallets.end-date-format'), async ({ reply }) => {
  expect(reply).toRefuse();
});

test(...rule('wallets.end-date-format', 'beside a good start_date'), async ({ api }) => {
  expect(await api.wallets({ ...range, end_date: 'tomorrow' })).toRefuse();
});

// What the interface leaves open about the list.

test(...rule('wallets.limit-effect'), async ({ fresh, observe }) => {
  const wallets = new Wallets(fresh);
  const all = await wallets.list();
  const one = await wallets.list({ limit: 1 });
  observe(
    `${all.length > 1 ? 'several' : all.length} wallets, with limit 1: ${one.length > 1 ? 'several' : one.length}`,
  );
});

for (const limit of ['0', '-1', '1', '5', '10', '1000000', 'many']) {
  test(...asking(walletList({ limit }), 'wallets.limit-bounds', `limit ${limit}`), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
  });
}

for (const [variant, query] of [
  ['impossible', { start_date: '2024-02-31' }],
  ['reversed', { start_date: range.end_date, end_date: range.start_date }],
  ['other notation', { start_date: '01/02/2024' }],
] as const) {
  test(...asking(walletList(query), 'wallets.date-odd', variant), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
  });
}

for (const [variant, query] of [
  ['a week', range],
  ['a month long ago', { start_date: '2000-01-01', end_date: '2000-01-31' }],
] as const) {
  test(...rule('wallets.dates-effect', variant), async ({ fresh, observe }) => {
    const wallets = new Wallets(fresh);
    observe(listedWithin(await wallets.snapshot(), await wallets.snapshot(query)));
  });
}

for (const [variant, query] of [
  ['a year', { start_date: daysAgo(366), end_date: daysAgo(1) }],
  ['until next week', { start_date: daysAgo(1), end_date: daysAgo(-7) }],
] as const) {
  test(...asking(walletList(query), 'wallets.long-ranges', variant), async ({ reply, observe }) => {
    observe(summarizeReply(reply));
  });
}

test(...rule('wallets.page-size'), async ({ wallets, observe }) => {
  const { length } = await wallets.list();
  observe(length === 0 ? 'no wallets' : length < 10 ? 'fewer than ten wallets' : 'ten wallets or more');
});

test(...rule('wallets.content-of-details'), async ({ wallets, observe }) => {
  observe(describeShape(await wallets.raw()));
});

test(...rule('wallets.unknown-fields'), async ({ wallets, observe }) => {
  const known = walletFields.map(([, field]) => field);
  observe(fieldsBeyond(await wallets.raw(), known));
});

const listedWithin = (before: WalletSnapshot, after: WalletSnapshot): string => {
  if (before.size === 0) return 'no wallets to tell by';
  if (after.size === 0) return 'no wallet';
  return [...before.keys()].every((id) => after.has(id)) ? 'the same wallets' : 'other wallets';
};
