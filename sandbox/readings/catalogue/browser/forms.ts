import { contentType, status, anyAnswer } from '../../../faults/changes.ts';
import type { Alteration, Where } from '../../../faults/exchange.ts';
import { all, postForm } from '../../../faults/places.ts';
import { escapeHtml } from '../../../page/html.ts';
import { answered } from '../../changes.ts';
import { question } from '../../reading.ts';

const accepted = all(postForm, answered(303));
const refusedForm: Where = all(postForm, answered(400, 401));

const pageInstead = (body: (address: string) => string): Alteration =>
  anyAnswer(accepted, (answer) => {
    const { location } = answer;
    answer.status = 200;
    answer.location = '';
    answer.type = 'text/html; charset=utf-8';
    answer.text = `<!doctype html><html lang="en"><title>Checkout</title>${body(location)}</html>`;
  });

/** The answer to a form post, which the interface does not define (`4.2`). */
export const forms = {
  'answer to a form': question('forms', 'form.answer', {
    'form-answered-by-302': ['answers a form with 302', anyAnswer(accepted, status(302))],
    'form-answered-by-307': ['answers a form with 307, and accepts the repeated post at the next address'],
    'form-answered-with-the-page': ['answers a form with the payment page itself'],
    'form-answered-by-refresh': [
      'answers a form with a page that refreshes to the payment page',
      pageInstead((to) => `<meta http-equiv="refresh" content="0; url=${escapeHtml(to)}"><p>One moment…</p>`),
    ],
    'form-answered-by-script': [
      'answers a form with a page whose script continues to the payment page',
      pageInstead(
        (to) =>
          `<form id="f" action="${escapeHtml(to)}"><noscript><button>Continue</button></noscript></form><script>f.submit()</script>`,
      ),
    ],
  }),
  'refusal of a form': question('forms', 'form.refusal-answer', {
    'forms-refused-by-redirect': [
      'redirects a refused form to an error page',
      anyAnswer(refusedForm, (answer) => {
        answer.status = 303;
        answer.location = '/checkout/refused';
      }),
    ],
    'forms-refused-with-200': ['refuses forms with a page and HTTP 200', anyAnswer(refusedForm, status(200))],
    'forms-refused-in-json': [
      'refuses forms in JSON, with 403 for a key',
      anyAnswer(refusedForm, contentType('application/json'), (answer) => {
        if (answer.status === 401) answer.status = 403;
        answer.text = JSON.stringify({ result: 'error', message: 'The checkout cannot be started.' });
      }),
    ],
  }),
};
