import '@material/web/button/filled-button.js';
import '@material/web/button/text-button.js';
import '@material/web/checkbox/checkbox.js';
import '@material/web/dialog/dialog.js';
import '@material/web/radio/radio.js';
import '@material/web/select/outlined-select.js';
import '@material/web/select/select-option.js';
import '@material/web/textfield/filled-text-field.js';
import './elements.css';
import './material-web.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Material Web: a radio and its own label, a checkbox within its label, and the means that shows the other fields.
const of = (id) => document.getElementById(id);
of('due').textContent = due();
if (payment.amount === null) of('amount').prefixText = payment.currency;
else of('amount').remove();
for (const [value, name] of networks) {
  const option = Object.assign(document.createElement('md-select-option'), { value });
  option.innerHTML = '<div slot="headline"></div>';
  option.firstChild.textContent = name;
  of('network').append(option);
}
const entry = () => ({ amount: of('amount')?.value, phone: of('phone').value });
const end = (decision) => {
  for (const id of ['next', 'cancel', 'accept', 'refuse']) of(id).disabled = true;
  return send(decision, entry());
};
of('next').addEventListener('click', () => {
  const { amount, phone } = entry();
  const isComplete =
    of('momo').checked && of('network').value && isPhone(phone) && of('terms').checked && isAmount(amount);
  of('problem').textContent = isComplete ? '' : 'Please check your entries.';
  if (!isComplete) return;
  of('question').textContent = `Pay ${total(amount)} to Rowan Opticians?`;
  void of('prompt').show();
});
of('prompt').addEventListener('cancel', (event) => event.preventDefault());
of('accept').addEventListener('click', () => end('approve'));
of('refuse').addEventListener('click', () => end('decline'));
of('cancel').addEventListener('click', () => end('cancel'));
