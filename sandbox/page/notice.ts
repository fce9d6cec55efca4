import { html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';

/** A page that says one thing, and may offer one way on. */
export function noticePage(title: string, explanation: string, way?: { label: string; address: string }): Page {
  const link: HtmlValue = way && html`<p><a class="button quiet" href="${way.address}">${way.label}</a></p>`;
  return {
    title,
    content: html`
      <section class="card notice">
        <span class="emblem info" aria-hidden="true">i</span>
        <h1>${title}</h1>
        <p>${explanation}</p>
        ${link}
      </section>
    `,
  };
}
