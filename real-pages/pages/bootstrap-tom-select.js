import 'bootstrap/dist/css/bootstrap.css';
import 'tom-select/dist/css/tom-select.bootstrap5.css';
import { Offcanvas } from 'bootstrap';
import TomSelect from 'tom-select';
import { due, isAmount, isPhone, networks, payment, submit, total } from '../payment.js';

// Bootstrap and Tom Select: a searchable list with icons over a hidden one; a simulator that slides in from below.
const of = (id) => document.getElementById(id);
const entry = () => Object.fromEntries(new FormData(of('form')));
of('reference').textContent = payment.reference;
of('due').textContent = due();
of(payment.amount === null ? 'shown' : 'asked').remove();
const row = ({ text }, escape) =>
  `<div><span class="badge text-bg-light">${escape(text[0])}</span> ${escape(text)}</div>`;
const list = new TomSelect('#network', {
  options: networks.map(([value, text]) => ({ value, text })),
  items: [],
  placeholder: 'Type to search',
  render: { option: row, item: row },
});
const prompt = new Offcanvas('#prompt');
of('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { amount, phone, terms } = entry();
  const isComplete = Boolean(list.getValue() && isPhone(phone) && terms && isAmount(amount));
  of('problem').classList.toggle('d-none', isComplete);
  if (!isComplete) return;
  of('question').textContent = `${total(amount)} from ${phone}`;
  prompt.show();
});
of('go').addEventListener('click', () => submit(of('outcome').value, entry()));
of('cancel').addEventListener('click', () => submit('cancel'));
