import './cards.css';
import { digits, due, isAmount, isCard, payment, send, total } from '../payment.js';

// A test card in fields that group what is typed, then the page of its bank in a frame, which asks for a password.
const of = (id) => document.getElementById(id);
const entry = () => Object.fromEntries(new FormData(of('form')));
of('due').textContent = due();
if (payment.amount === null) of('asked').querySelector('label').textContent = `Amount in ${payment.currency}`;
else of('asked').remove();
of('card').addEventListener('input', ({ target }) => {
  target.value = digits(target.value)
    .replace(/\D/g, '')
    .replace(/(\d{4})(?=\d)/g, '$1 ');
});
of('expiry').addEventListener('input', ({ target }) => {
  target.value = target.value.replace(/\D/g, '').replace(/^(\d\d)(\d)/, '$1 / $2');
});
const bank = (name) => `<!doctype html><title>Bank</title><body style="font: 15px sans-serif; text-align: center">
  <h3>${name}</h3><p>Confirm ${total(entry().amount)}. Your one-time password in this test is 123456.</p>
  <p><label>One-time password <input id="otp" inputmode="numeric" size="8"></label></p>
  <button id="ok">Submit</button> <button id="no">Authentication failed</button></body>`;
of('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { amount, card, expiry, cvc } = entry();
  const isComplete =
    isCard(card) && /^(?:0[1-9]|1[0-2]) \/ \d\d$/.test(expiry) && /^\d{3}$/.test(cvc) && isAmount(amount);
  of('problem').textContent = isComplete ? '' : 'Please check the card.';
  if (!isComplete) return;
  of('pay').disabled = true;
  of('bank').srcdoc = bank('Harbour Bank');
  of('bank').hidden = false;
});
of('bank').addEventListener('load', ({ target: { contentDocument: inside } }) => {
  inside.querySelector('#ok')?.addEventListener('click', () => {
    if (inside.querySelector('#otp').value === '123456') void send('approve', { amount: entry().amount });
  });
  inside.querySelector('#no')?.addEventListener('click', () => send('decline', { amount: entry().amount }));
});
of('cancel').addEventListener('click', () => send('cancel'));
