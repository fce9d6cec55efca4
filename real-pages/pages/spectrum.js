import '@spectrum-web-components/button/sp-button.js';
import '@spectrum-web-components/checkbox/sp-checkbox.js';
import '@spectrum-web-components/field-label/sp-field-label.js';
import '@spectrum-web-components/menu/sp-menu-item.js';
import '@spectrum-web-components/picker/sp-picker.js';
import '@spectrum-web-components/textfield/sp-textfield.js';
import '@spectrum-web-components/theme/sp-theme.js';
import '@spectrum-web-components/theme/src/themes.js';
import './elements.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Spectrum: a button below the caption of a list, whose options stand in it, undrawn, until it is opened.
const of = (id) => document.getElementById(id);
of('due').textContent = due();
if (payment.amount !== null) of('asked').remove();
for (const [value, name] of networks) {
  of('network').append(Object.assign(document.createElement('sp-menu-item'), { value, textContent: name }));
}
const entry = () => ({ amount: of('amount')?.value, phone: of('phone').value });
of('pay').addEventListener('click', () => {
  const { amount, phone } = entry();
  const isComplete = of('network').value && isPhone(phone) && of('terms').checked && isAmount(amount);
  of('problem').textContent = isComplete ? '' : 'Please complete the form.';
  of('prompt').hidden = !isComplete;
  of('question').textContent = `${total(amount)} from ${phone}`;
});
of('accept').addEventListener('click', () => send('approve', entry()));
of('refuse').addEventListener('click', () => send('decline', entry()));
of('cancel').addEventListener('click', () => send('cancel'));
