import type { Settings } from '../../../helpers/settings/settings.ts';
import { Bodies } from '../../../helpers/client/bodies.ts';
import { operatorLetters, type Operator } from '../../../interface/messages/requests.ts';
import { summarizeReply } from '../../../interface/messages/wording/outcome.ts';
import { ok, warn, type Check } from '../check.ts';
import { isRefused, type Ask } from '../probes.ts';

/**
 * Checks that the service accepts the publishable key, each operator and the second currency. Starts a checkout, a
 * payment per operator and one in the second currency.
 */
export const checkPayments = async (settings: Settings, ask: Ask): Promise<Check[]> => {
  const checks = await Promise.all([
    checkPublishableKey(settings, ask),
    ...operatorLetters.map((one) => checkOperator(one, settings, ask)),
    checkSecondCurrency(settings, ask),
  ]);
  return checks.filter((check) => check !== undefined);
};

const checkPublishableKey = async (settings: Settings, ask: Ask): Promise<Check> => {
  const name = 'publishable key';
  if (settings.notApplicable.has('checkout')) return ok(name, 'not needed: the checkout is declared as not available');
  const checkout = await ask('POST /v1/checkout', (api) => api.checkout(new Bodies(settings).checkout()));
  if (checkout.reply?.status === 200) return ok(name, 'accepted by POST /v1/checkout');
  const found = checkout.reply ? `POST /v1/checkout answers ${summarizeReply(checkout.reply)}` : checkout.fault;
  const wrong = 'write the publishable key of the same test account into PUBLISHABLE_KEY';
  return warn(name, found, isRefused(checkout) ? wrong : 'correct CURRENCY and PUBLISHABLE_KEY if they are wrong');
};

const checkOperator = async (letter: Operator, settings: Settings, ask: Ask): Promise<Check> => {
  const name = `operator ${letter}`;
  if (settings.notApplicable.has(`operator-${letter.toLowerCase()}` as 'operator-a')) {
    return ok(name, 'declared as not available');
  }
  const { reply, fault } = await ask('POST /v1/transactions', (api) =>
    api.initiate(new Bodies(settings).mobileMoney(letter)),
  );
  if (reply?.status === 200 && reply.field('result') === 'success') return ok(name, 'accepts a payment');
  return warn(
    name,
    reply ? summarizeReply(reply) : fault,
    `correct OPERATOR_${letter}_CODE, MOBILE_MONEY_NUMBER and CURRENCY if they are wrong, ` +
      `or add operator-${letter.toLowerCase()} to NOT_APPLICABLE`,
  );
};

const checkSecondCurrency = async (settings: Settings, ask: Ask): Promise<Check | undefined> => {
  const { secondCurrency: currency } = settings;
  if (currency === undefined) return undefined;
  const { reply, fault } = await ask('POST /v1/transactions', (api) =>
    api.initiate(new Bodies(settings).hostedPage({ currency })),
  );
  const name = 'second currency';
  if (reply?.status === 200 && reply.field('result') === 'success') return ok(name, 'accepted for the hosted page');
  return warn(
    name,
    reply ? summarizeReply(reply) : fault,
    'correct SECOND_CURRENCY, or clear it for an account with one currency',
  );
};
