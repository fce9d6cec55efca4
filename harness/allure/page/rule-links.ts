/** The link of a result to its rule. */
export const ruleLink = (id: string): { name: string; url: string; type: string } => ({
  name: `Rule ${id}`,
  url: `rules.html#${id}`,
  type: 'link',
});

/** Restores the links to rules: Allure renders only web addresses as links, and relative ones as plain text. */
const script = `new MutationObserver(() => {
  for (const shown of document.querySelectorAll('[data-testid="test-result-meta-link"] > :last-child')) {
    const id = /^Rule ([\\w.-]+)$/.exec(shown.textContent.trim())?.[1];
    if (!id) continue;
    const link = shown.querySelector('a') ?? Object.assign(document.createElement('a'), { target: '_blank' });
    if (!link.isConnected) {
      link.append(...shown.childNodes);
      shown.append(link);
    }
    if (link.getAttribute('href') !== 'rules.html#' + id) link.href = 'rules.html#' + id;
  }
}).observe(document, { childList: true, characterData: true, subtree: true });`;

/** Adds the script that makes the links to rules work. */
export const withRuleLinks = (html: string): string => {
  const end = html.lastIndexOf('</body>');
  return end < 0 ? html : `${html.slice(0, end)}<script>${script}</script>\n${html.slice(end)}`;
};
