import '@shoelace-style/shoelace/dist/themes/light.css';
import '@shoelace-style/shoelace/dist/components/alert/alert.js';
import '@shoelace-style/shoelace/dist/components/button/button.js';
import '@shoelace-style/shoelace/dist/components/card/card.js';
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js';
import '@shoelace-style/shoelace/dist/components/dialog/dialog.js';
import '@shoelace-style/shoelace/dist/components/input/input.js';
import '@shoelace-style/shoelace/dist/components/option/option.js';
import '@shoelace-style/shoelace/dist/components/radio-button/radio-button.js';
import '@shoelace-style/shoelace/dist/components/radio-group/radio-group.js';
import '@shoelace-style/shoelace/dist/components/select/select.js';
import './elements.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Shoelace: web components that draw each control in a shadow root.
const of = (id) => document.getElementById(id);
of('due').textContent = due();
if (payment.amount === null) of('amount').label = `Amount in ${payment.currency}`;
else of('amount').remove();
for (const [value, name] of networks) {
  of('network').append(Object.assign(document.createElement('sl-option'), { value, textContent: name }));
}
const entry = () => ({ amount: of('amount')?.value, phone: of('phone').value });
const end = (decision) => {
  for (const button of document.querySelectorAll('sl-button')) button.loading = true;
  return send(decision, entry());
};
of('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { amount, phone } = entry();
  const isComplete = of('network').value && isPhone(phone) && of('terms').checked && isAmount(amount);
  of('problem').open = !isComplete;
  if (!isComplete) return;
  of('question').textContent = `Pay ${total(amount)} from ${phone}?`;
  void of('prompt').show();
});
of('prompt').addEventListener('sl-request-close', (event) => event.preventDefault());
of('accept').addEventListener('click', () => end('approve'));
of('refuse').addEventListener('click', () => end('decline'));
of('cancel').addEventListener('click', () => end('cancel'));
