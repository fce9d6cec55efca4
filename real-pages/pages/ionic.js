import '@ionic/core/css/ionic.bundle.css';
import { alertController, initialize, loadingController } from '@ionic/core/components';
import { defineCustomElement as alert } from '@ionic/core/components/ion-alert.js';
import { defineCustomElement as app } from '@ionic/core/components/ion-app.js';
import { defineCustomElement as button } from '@ionic/core/components/ion-button.js';
import { defineCustomElement as checkbox } from '@ionic/core/components/ion-checkbox.js';
import { defineCustomElement as content } from '@ionic/core/components/ion-content.js';
import { defineCustomElement as header } from '@ionic/core/components/ion-header.js';
import { defineCustomElement as input } from '@ionic/core/components/ion-input.js';
import { defineCustomElement as item } from '@ionic/core/components/ion-item.js';
import { defineCustomElement as list } from '@ionic/core/components/ion-list.js';
import { defineCustomElement as loading } from '@ionic/core/components/ion-loading.js';
import { defineCustomElement as option } from '@ionic/core/components/ion-select-option.js';
import { defineCustomElement as select } from '@ionic/core/components/ion-select.js';
import { defineCustomElement as text } from '@ionic/core/components/ion-text.js';
import { defineCustomElement as title } from '@ionic/core/components/ion-title.js';
import { defineCustomElement as toolbar } from '@ionic/core/components/ion-toolbar.js';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Ionic: elements with shadow roots; the list opens a dialog of radios, and the answer of the phone is an alert.
initialize({ mode: 'md' });
const all = [
  alert,
  app,
  button,
  checkbox,
  content,
  header,
  input,
  item,
  list,
  loading,
  option,
  select,
  text,
  title,
  toolbar,
];
for (const define of all) define();

const of = (id) => document.getElementById(id);
if (payment.amount === null) of('due').textContent = `You choose the amount, in ${payment.currency}`;
else {
  of('asked').remove();
  of('due').textContent = due();
}
for (const [value, name] of networks) {
  of('network').append(Object.assign(document.createElement('ion-select-option'), { value, textContent: name }));
}
const entry = () => ({ amount: of('amount')?.value, phone: of('phone').value });
const check = () => {
  const { amount, phone } = entry();
  of('pay').disabled = !(of('network').value && isPhone(phone) && of('terms').checked && isAmount(amount));
};
for (const event of ['ionInput', 'ionChange']) document.addEventListener(event, check);
const end = async (decision) => {
  await (await loadingController.create({ message: 'Please wait' })).present();
  await send(decision, entry());
};
of('pay').addEventListener('click', async () => {
  const asked = await alertController.create({
    header: 'Approve the payment',
    message: `${total(entry().amount)} from ${entry().phone}`,
    backdropDismiss: false,
    buttons: [
      { text: 'Reject', handler: () => void end('decline') },
      { text: 'Approve', handler: () => void end('approve') },
    ],
  });
  await asked.present();
});
of('cancel').addEventListener('click', () => end('cancel'));
