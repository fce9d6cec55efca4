import { covers, expect, inParallel, smoke, test } from '../../fixtures/index.ts';
import { languages } from '../../helpers/values/forms.ts';
import { daysAgo, notEmpty, pastWeek, type Wallet } from '../../helpers/wallets/wallets.ts';
import { NotTested } from '../../helpers/errors/errors.ts';
import { answers } from '../../interface/answers/shown-answers.ts';
import { describeShape, fieldsBeyond } from '../../interface/messages/form.ts';
import { summarizeReply } from '../../interface/messages/reply-summary.ts';
import { shapes } from '../../interface/messages/shapes.ts';

// The wallet list (4.3) and the fields of a wallet (2.6).

const range = pastWeek();

test(
  'the list, twice, with dates, and in other languages',
  smoke(covers('wallets.accepted', 'wallets.result', 'wallets.list', 'json.answers')),
  async ({ api, judge }) => {
    await judge(await api.wallets(), 'first');
    await judge(await api.wallets(), 'second');
    await judge(await api.wallets(range), 'with dates');
    await inParallel(languages, async (language) => {
      await judge(await api.wallets({}, { headers: { 'Accept-Language': language } }), `asked for in ${language}`);
    });
  },
);

test(
  'the fields of each wallet',
  smoke(
    covers(
      'wallets.wallet-id',
      'wallets.balance',
      'wallets.currency',
      'wallets.message',
      'wallets.details',
      'wallets.content-of-details',
      'wallets.unknown-fields',
    ),
  ),
  async ({ api, wallets, judge, observe }) => {
    const listed = await wallets.some();
    await judge(await api.wallets(), 'of each wallet');
    await judge(await api.wallets(range), 'of each wallet, with dates');
    await judge(await wallets.limited({}), 'of each wallet, with a limit');
    const known = answers.walletList.inside.fields.map(([, field]) => field);
    await observe('wallets.content-of-details', 'of all wallets', () => describeShape(listed));
    await observe('wallets.unknown-fields', 'of all wallets', () => fieldsBeyond(listed, known));
  },
);

test('the ids of wallets', covers('wallets.own-id', 'wallets.keeps-id'), async ({ wallets, check }) => {
  // One wallet may be listed twice, for example as a summary and in detail; two wallets cannot share an id.
  const all = notEmpty(await wallets.list()).filter(({ walletId }) => walletId !== undefined);
  const distinct = new Set(all.map(({ walletId, currency }) => `${walletId} ${currency}`));
  await check('wallets.own-id', 'in one list', () => {
    if (all.length === 0) throw new NotTested('no wallet of the list has an id');
    expect(new Set(all.map(({ walletId }) => walletId)).size, 'the number of ids').toBe(distinct.size);
  });
  // Wallets of two lists are matched by their content apart from the id.
  const before = await wallets.idsByContent();
  for (const [name, query] of [
    ['the next list', {}],
    ['a list with a limit', { limit: 10 }],
    ['a list with dates', range],
  ] as const) {
    const after = await wallets.idsByContent(query);
    const again = [...before].filter(([content]) => after.has(content));
    await check('wallets.keeps-id', name, () =>
      expect(
        again.map(([content]) => after.get(content)),
        'the ids of the list before',
      ).toEqual(again.map(([, id]) => id)),
    );
  }
});

test(
  'dates',
  covers('wallets.only-start-date', 'wallets.only-end-date', 'wallets.both-dates'),
  async ({ api, check }) => {
    const yesterday = daysAgo(1);
    await inParallel(
      [
        ['wallets.only-start-date', 'a week ago', { start_date: range.start_date }],
        ['wallets.only-end-date', 'yesterday', { end_date: range.end_date }],
        ['wallets.both-dates', 'a week', range],
        ['wallets.both-dates', 'the same day', { start_date: yesterday, end_date: yesterday }],
      ] as const,
      async ([rule, name, query]) => {
        const reply = await api.wallets(query);
        await check(rule, name, () => expect(reply).toBeAccepted());
        await check(rule, `${name}, a list`, () => expect(reply).toHaveField('wallets', shapes.list));
      },
    );
    // The order of parameters has no meaning in a query.
    const escaped = `end_date=${range.end_date}&start_date=${range.start_date.replaceAll('-', '%2D')}`;
    const reply = await api.probe('GET', `/v1/wallets/list?${escaped}`);
    await check('wallets.both-dates', 'a week, end_date first, with escapes', () => expect(reply).toBeAccepted());
  },
);

// How far back dates may reach, and how far apart they may be, is not shown: a day is valid where one of an earlier month
// is, and no range is longer than a week.
test('days at the ends of months and years', covers('wallets.both-dates'), async ({ api, check }) => {
  await inParallel(
    [
      ['29 February', '2024-02-29', '2024-02-28', '2024-03-01', '2024-01-30'],
      ['the last day of a year', '2025-12-31', '2025-12-30', '2026-01-02', '2025-11-30'],
      ['the first day of a year', '2026-01-01', '2025-12-30', '2026-01-08', '2025-11-30'],
    ] as const,
    async ([name, day, before, after, earlier]) => {
      const asked = await api.wallets({ start_date: earlier, end_date: earlier });
      const replies = await Promise.all(
        [
          { start_date: day, end_date: day },
          { start_date: day, end_date: after },
          { start_date: before, end_date: day },
        ].map((query) => api.wallets(query)),
      );
      await check('wallets.both-dates', name, () => {
        for (const reply of asked.status === 200 ? replies : []) expect(reply).toBeAccepted();
      });
    },
  );
});

test(
  "today's date",
  covers('wallets.only-start-date', 'wallets.only-end-date', 'wallets.both-dates'),
  async ({ wallets, check }) => {
    for (const [rule, query] of [
      ['wallets.only-start-date', (day: string) => ({ start_date: day })],
      ['wallets.only-end-date', (day: string) => ({ end_date: day })],
      ['wallets.both-dates', (day: string) => ({ start_date: day, end_date: day })],
    ] as const) {
      await check(rule, 'today', async () => expect(await wallets.today(query)).toBeAccepted());
    }
  },
);

test('an ordinary limit', covers('wallets.limit-accepted'), async ({ wallets, check }) => {
  await inParallel(
    [
      ['alone', {}],
      ['with dates', range],
    ] as const,
    async ([name, query]) => {
      const reply = await wallets.limited(query);
      await check('wallets.limit-accepted', name, () => expect(reply).toBeAccepted());
      await check('wallets.limit-accepted', `${name}, a list`, () => expect(reply).toHaveField('wallets', shapes.list));
    },
  );
});

test('words for dates', covers('wallets.start-date-format', 'wallets.end-date-format'), async ({ api, check }) => {
  for (const [rule, name, query] of [
    ['wallets.start-date-format', 'alone', { start_date: 'yesterday' }],
    ['wallets.start-date-format', 'beside a good end_date', { ...range, start_date: 'yesterday' }],
    ['wallets.start-date-format', 'a second time', { start_date: 'yesterday' }],
    ['wallets.end-date-format', 'alone', { end_date: 'tomorrow' }],
    ['wallets.end-date-format', 'beside a good start_date', { ...range, end_date: 'tomorrow' }],
    ['wallets.end-date-format', 'a second time', { end_date: 'tomorrow' }],
    ['wallets.end-date-format', 'beside a limit', { end_date: 'tomorrow', limit: '5' }],
  ] as const) {
    const reply = await api.wallets(query);
    await check(rule, name, () => expect(reply).toRefuse());
  }
});

// What the interface leaves open about the list.

test(
  'limits',
  covers('wallets.limit-effect', 'wallets.limit-bounds', 'wallets.page-size', 'wallets.list'),
  async ({ api, wallets, judge, observe }) => {
    await judge(await api.wallets(), 'without a limit');
    const { length: all } = await wallets.raw();
    const { length: limited } = await wallets.raw({ limit: 1 });
    await observe(
      'wallets.limit-effect',
      'limit 1',
      `${noneOneOrSeveral(all)} wallets, with limit 1: ${noneOneOrSeveral(limited)}`,
    );
    await observe('wallets.page-size', 'without a limit', tenOrMore(all));
    await inParallel(['0', '-1', '1', '5', '10', '1000000', 'many'], async (limit) => {
      const reply = await api.wallets({ limit });
      await judge(reply, `limit ${limit}`);
      await observe('wallets.limit-bounds', `limit ${limit}`, summarizeReply(reply));
    });
  },
);

test(
  'odd dates and long ranges',
  covers('wallets.date-odd', 'wallets.dates-effect', 'wallets.long-ranges', 'wallets.list'),
  async ({ api, wallets, judge, observe }) => {
    await judge(await api.wallets(range), 'a week');
    await inParallel(
      [
        ['wallets.date-odd', 'impossible', { start_date: '2024-02-31' }],
        ['wallets.date-odd', 'reversed', { start_date: range.end_date, end_date: range.start_date }],
        ['wallets.date-odd', 'another notation', { start_date: '01/02/2024' }],
        ['wallets.long-ranges', 'a year', { start_date: daysAgo(366), end_date: daysAgo(1) }],
        ['wallets.long-ranges', 'until next week', { start_date: daysAgo(1), end_date: daysAgo(-7) }],
        ['wallets.long-ranges', 'a day before 1970', { start_date: '1969-12-31', end_date: '1969-12-31' }],
        ['wallets.long-ranges', 'a day far ahead', { start_date: '2999-12-31', end_date: '2999-12-31' }],
      ] as const,
      async ([rule, name, query]) => {
        const reply = await api.wallets(query);
        // Where it is accepted, it lists one wallet or none as it lists several.
        await judge(reply, name);
        await observe(rule, name, summarizeReply(reply));
      },
    );
    const before = await wallets.list();
    for (const [name, query] of [
      ['a week', range],
      ['a month long ago', { start_date: '2000-01-01', end_date: '2000-01-31' }],
    ] as const) {
      await observe('wallets.dates-effect', name, listedAgain(before, await wallets.list(query)));
    }
  },
);

const noneOneOrSeveral = (count: number): string => (count > 1 ? 'several' : String(count));

const tenOrMore = (count: number): string => {
  if (count === 0) return 'no wallets';
  return count < 10 ? 'fewer than ten wallets' : 'ten wallets or more';
};

const listedAgain = (before: readonly Wallet[], after: readonly Wallet[]): string => {
  if (before.length === 0) return 'no wallets to tell by';
  if (after.length === 0) return 'no wallet';
  return before.every((one) => after.some(({ walletId }) => walletId === one.walletId))
    ? 'the same wallets'
    : 'other wallets';
};
