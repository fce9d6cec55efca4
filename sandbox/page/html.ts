/** Markup that is safe to send. The `html` template makes it from escaped values. */
export type Html = { readonly markup: string };

export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/** A template that escapes its values, except for markup. Undefined values are left out. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const markup = parts.map((part, index) => (index === 0 ? part : asMarkup(values[index - 1]) + part)).join('');
  return { markup };
}

/** A text for use between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function asMarkup(value: HtmlValue): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  if ('markup' in value) return value.markup;
  return value.map(asMarkup).join('');
}
