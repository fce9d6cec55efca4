import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';

const style = readFileSync(join(__dirname, 'style.css'), 'utf8');
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Only the inline style sheet and data images may load. There is no `frame-ancestors`: any page may frame this one
 * (`2.5`), and even `*` would exclude pages opened from a file. There is no `form-action`: browsers also apply it to the
 * redirects after a form post, which lead to the merchant.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
].join('; ');

export type Page = {
  title: string;
  content: Html;
  /** The address to which a waiting page continues. */
  continueTo?: string;
  wide?: boolean;
};

/** A whole document. */
export function layout(page: Page): string {
  // Accessibility rules allow only an immediate refresh. The next address answers when the payment has ended.
  const refresh = page.continueTo && html`<meta http-equiv="refresh" content="0; url=${page.continueTo}" />`;
  // The style is inserted unescaped, because its hash must match.
  const styleTag: Html = { markup: `<style>${style}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        ${refresh}
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        ${styleTag}
      </head>
      <body>
        <header class="top">
          <p class="brand"><span class="mark" aria-hidden="true"></span>Payment sandbox</p>
          <p class="badge">Test environment</p>
        </header>
        <main class="${page.wide ? 'wide' : 'narrow'}">${page.content}</main>
        <footer class="bottom"><p>No real money moves here.</p></footer>
      </body>
    </html> `.markup;
}

/** Sends a page with the headers every page has. Set another status on the reply beforehand. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(layout(page));
}
