import 'bootstrap/dist/css/bootstrap.css';
import 'select2/dist/css/select2.css';
import { Modal } from 'bootstrap';
import $ from 'jquery';
import select2 from 'select2';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Bootstrap and select2: the list of the browser is hidden behind a drawn one that can be searched.
select2(window, $);
const prompt = new Modal('#prompt');
const entry = () => Object.fromEntries(new FormData($('#form')[0]));

$('#reference').text(payment.reference);
$('#due').text(due());
$('#currency').text(payment.currency);
if (payment.amount !== null) $('#asked').remove();
$('#network').append(
  '<option></option>',
  networks.map(([value, name]) => $('<option>').val(value).text(name)),
);
$('#network').select2({ width: '100%' });

$('#form').on('submit', (event) => {
  event.preventDefault();
  const { phone, network, terms, amount } = entry();
  $('#form').addClass('was-validated');
  $('#phone')[0].setCustomValidity(isPhone(phone) ? '' : 'no');
  if (!isPhone(phone) || !network || !terms || !isAmount(amount)) return;
  $('#total').text(total(amount));
  prompt.show();
});
$('#accept').on('click', () => send('approve', entry()));
$('#refuse').on('click', () => send('decline', entry()));
$('#cancel').on('click', () => send('cancel'));
