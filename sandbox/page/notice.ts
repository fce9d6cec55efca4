import { html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';

/** A page with one message and an optional link. */
export function noticePage(title: string, explanation: string, link?: { label: string; address: string }): Page {
  const action: HtmlValue = link && html`<p><a class="button quiet" href="${link.address}">${link.label}</a></p>`;
  return {
    title,
    content: html`
      <section class="card notice">
        <span class="emblem info" aria-hidden="true">i</span>
        <h1>${title}</h1>
        <p>${explanation}</p>
        ${action}
      </section>
    `,
  };
}
