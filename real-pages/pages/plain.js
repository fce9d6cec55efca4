import './plain.css';
import { due, isAmount, isPhone, payment, submit } from '../payment.js';

// Plain HTML: a table with captions beside the controls, and a list without a label.
const of = (id) => document.getElementById(id);
const entry = () => Object.fromEntries(new FormData(of('form')));

if (payment.amount === null) of('currency').textContent = payment.currency;
else {
  of('asked').remove();
  of('due').innerHTML = '<td>Amount</td><td><b></b></td>';
  of('due').querySelector('b').textContent = due();
}
of('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { network, phone, terms, amount } = entry();
  const isComplete = network && isPhone(phone) && terms && isAmount(amount);
  of('problem').textContent = isComplete ? '' : 'Please fill in all fields and accept the conditions.';
  if (!isComplete) return;
  of('form').hidden = true;
  of('prompt').hidden = false;
});
of('accept').addEventListener('click', () => submit('approve', entry()));
of('refuse').addEventListener('click', () => submit('decline', entry()));
of('cancel').addEventListener('click', () => submit('cancel'));
