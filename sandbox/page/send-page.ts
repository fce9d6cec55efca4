import type { FastifyReply } from 'fastify';
import { contentSecurityPolicy, layout, type Page } from './layout.ts';

/** Sends a page with the headers every page has. Set another status on the reply beforehand. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(layout(page));
}
