import { answer, as, converted, anyAnswer } from '../../../faults/changes.ts';
import { all, anyEndpoint, fetchCallback, initiate, listWallets, not, operator } from '../../../faults/places.ts';
import { reworded } from '../../changes.ts';
import { question } from '../../reading.ts';

/** Messages for people. Their wording is free, except for the label of `7` and the markup of operator A. */
export const wording = {
  'wording of messages': question(
    'answers refusals operators callback-fields callback-requests',
    'error.wording answers.wording',
    {
      'messages-terse': ['reduces every message to one word', anyAnswer(anyEndpoint, ...reworded(() => 'OK'))],
      'messages-wordy': [
        'writes long messages with quotes, digits and brackets',
        anyAnswer(
          anyEndpoint,
          ...reworded((words) => `Dear "merchant" (ref #42/7): ${words} -- see <https://docs.example/?a=1&b=2>.`),
        ),
      ],
      'messages-in-another-script': [
        'writes messages in Chinese',
        anyAnswer(anyEndpoint, ...reworded(() => '支付请求已处理')),
      ],
      'messages-with-label-in-quotes': [
        'puts the named field into quotes',
        anyAnswer(all(anyEndpoint), ({ json }) => {
          const error = json['error'] as { message?: string } | undefined;
          if (error) error.message = error.message?.replace(/Parameter: (\w+)/g, '[Parameter: "$1"]') ?? '';
        }),
      ],
    },
  ),
  'markup in messages': question('initiations operators', '', {
    'messages-marked-up': [
      'adds markup to the messages of every initiation',
      answer(
        all(initiate, not(operator('a'))),
        converted('message', (words) => `<p>${words}</p><br/>`),
      ),
    ],
    'messages-with-strong-tags': [
      "writes operator A's message with attributes, capitals and a closed line break",
      answer(
        operator('a'),
        converted('message', (words) =>
          words.replaceAll('<b>', '<B class="x">').replaceAll('</b>', '</B>').replaceAll('<br>', '<BR />'),
        ),
      ),
    ],
  }),
  'empty texts': question('wallets callback-fields callback-requests', '', {
    'texts-empty': [
      'leaves the message of a wallet empty',
      answer(listWallets, ({ json }) => {
        for (const wallet of json['wallets'] as { message: string }[]) wallet.message = '';
      }),
    ],
    'fetch-with-a-message': ['adds a message to a fetched callback', answer(fetchCallback, as('message', 'Found.'))],
  }),
};
