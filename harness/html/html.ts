import { escapeHtml } from '../../helpers/redaction/escape-html.ts';

/** A fragment of safe HTML, in which all inserted text is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[] | undefined;

/** Makes HTML from a template. Strings among the values are escaped, undefined values are left out. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.map((part, index) => part + asText(values[index])).join(''));

const asText = (value: Value): string => {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
};

/** A table with headings. @param rows the cells of each row */
export const table = (headings: readonly string[], rows: readonly Html[]): Html =>
  html`<table>
    <thead>
      <tr>
        ${headings.map((one) => html`<th>${one}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells}
          </tr>`,
      )}
    </tbody>
  </table>`;

/** A complete page without scripts and requests. */
export const page = (title: string, style: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:"
        />
        <title>${title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
