import 'jquery-ui/themes/base/all.css';
import '../jquery-global.js';
import 'jquery-ui/dist/jquery-ui.js';
import $ from 'jquery';
import './jquery-ui.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// jQuery UI: a drawn list over a hidden one, radios and a box drawn as buttons, a dialog that has the answers.
const entry = () => Object.fromEntries(new FormData($('#form')[0]));
$('#due').text(due());
if (payment.amount === null) $('label[for=amount]').text(`Amount in ${payment.currency}`);
else $('#asked').remove();
for (const [value, name] of networks) $('<option>').val(value).text(name).appendTo('#network');
$('#network').selectmenu({ width: 240 });
$('#form input[type=radio], #terms').checkboxradio();
$('#form button').button();
$('#form').on('submit', (event) => {
  event.preventDefault();
  const { amount, method, network, phone, terms } = entry();
  const isComplete = method === 'momo' && network && isPhone(phone) && terms && isAmount(amount);
  $('#problem').prop('hidden', isComplete);
  if (!isComplete) return;
  $('#question').text(`Pay ${total(amount)} from ${phone}?`);
  $('#prompt').dialog({
    modal: true,
    closeOnEscape: false,
    buttons: [
      { text: 'Enter PIN and pay', click: () => send('approve', entry()) },
      { text: 'Ignore the prompt', click: () => send('decline', entry()) },
    ],
  });
});
$('#cancel').on('click', () => send('cancel'));
