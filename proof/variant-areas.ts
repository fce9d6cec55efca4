import { catalogue, type RuleId } from '../interface/rules/catalogue.ts';

/**
 * The rules by which a variant can be noticed, by area of the interface. They are few enough to run for each variant
 * alone; all rules run against all variants in combinations.
 */
const areas: Readonly<Record<string, RegExp>> = {
  answers: /^json\.|^hosted\.url$|^checkout\.url$|^wallets\.(accepted|list)$|^callback-delete\.accepted$/,
  initiations:
    /^hosted\.(result|transaction-(id|reference)|message|own-page)$|^txn\.(id-unique|reference-(kept|generated|distinct)|(amount|currency)-echo|at-once)$/,
  operators:
    /^operator-(a-success\.(accepted|message|text)|a-failure\.(message|status)|b\.(checkout|own|simulated)|c\.(accepted|text|generated|simulated))/,
  refusals:
    /^txn\.(amount|currency)-required$|^txn\.(code|number)-(missing|leading|other|no)|^txn\.amount-type$|^error\.(?!unauthorised)/,
  'open-initiations':
    /^hosted\.every-optional-field$|^operator-([bc]|a-success)\.result$|^txn\.(number-zero-first|amount-larger|reference-unusual|second-currency|content-type-charset)$|^generated\.initiation-combinations$|^error\.malformed-body$/,
  checkouts:
    /^checkout\.(accepted|result|transaction-id|every-optional-field|each-|id-unique|at-once|own-url|amount-|reference-unusual|second-currency|content-type|(key|currency)-required)/,
  keys: /^auth\./,
  wallets: /^wallets\.(?!accepted|list)/,
  balances: /^balance\.|^json\.answers$/,
  'callback-fields': /^callback-fetch\.|^callback-update\.all-fields$|^callback-delete\.(gone|only-the-named)$/,
  'callback-times': /^callback-update\.(keeps|moves)-date|^generated\.callback-updates$/,
  'callback-requests':
    /^callback-update\.(accepted|answered-id|events|repeated|concurrent)$|^callback-delete\.(?!accepted|gone|only)/,
  'callback-types': /^callback-update\.(is-active-boolean|text-stays-text|unusual-text)$/,
  webhooks: /^webhook\./,
  pages: /^page\.(opens|amount-right)$/,
  'ways-back': /^redirect\.(own-(query|status)|one-arrival|reference-encoded)$/,
  cancelling: /^redirect\.cancelled-(not-success|parameters)$/,
  forms: /^form\.(success|own-(query|status))$/,
  frames: /^iframe\.(failure|own-(query|status))$/,
};

/**
 * The must rules of some areas. Observe rules are left out, since variants name those they answer.
 *
 * @throws Error when there is no such area
 */
export const rulesOfAreas = (names: readonly string[]): RuleId[] => {
  const patterns = names.map((name) => {
    const pattern = areas[name];
    if (!pattern)
      throw new Error(
        `there is no area "${name}"; use one of proof/variant-areas.ts: ${Object.keys(areas).join(', ')}`,
      );
    return pattern;
  });
  return (Object.keys(catalogue) as RuleId[]).filter(
    (id) => catalogue[id].level === 'must' && patterns.some((pattern) => pattern.test(id)),
  );
};
