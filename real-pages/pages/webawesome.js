import '@awesome.me/webawesome/dist/styles/webawesome.css';
import '@awesome.me/webawesome/dist/components/button/button.js';
import '@awesome.me/webawesome/dist/components/callout/callout.js';
import '@awesome.me/webawesome/dist/components/drawer/drawer.js';
import '@awesome.me/webawesome/dist/components/input/input.js';
import '@awesome.me/webawesome/dist/components/radio-group/radio-group.js';
import '@awesome.me/webawesome/dist/components/radio/radio.js';
import '@awesome.me/webawesome/dist/components/switch/switch.js';
import './elements.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Web Awesome: radios in a shadow root, a drawer from below with a one-time password that the page shows.
const of = (id) => document.getElementById(id);
const code = String(Math.floor(100_000 + Math.random() * 900_000));
of('due').textContent = due('de');
if (payment.amount !== null) of('amount').remove();
for (const [value, name] of networks) {
  const radio = Object.assign(document.createElement('wa-radio'), { textContent: name });
  radio.setAttribute('value', value);
  of('network').append(radio);
}
const entry = () => ({ amount: of('amount')?.value, phone: of('phone').value });
const end = (decision) => {
  for (const button of document.querySelectorAll('wa-button')) button.disabled = true;
  return send(decision, entry());
};
of('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { amount, phone } = entry();
  const isComplete = of('network').value && isPhone(phone) && of('terms').checked && isAmount(amount);
  of('problem').hidden = isComplete;
  if (!isComplete) return;
  of('question').textContent = `${total(amount, 'de')} from ${phone}. Your code: ${code}`;
  of('prompt').open = true;
});
of('accept').addEventListener('click', () => of('code').value === code && end('approve'));
of('refuse').addEventListener('click', () => end('decline'));
of('cancel').addEventListener('click', () => end('cancel'));
