import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import Select from 'react-select';
import './react-select.css';
import { due, isAmount, isPhone, networks, payment, submit, total } from '../payment.js';

// react-select among controls of the browser, with a placeholder in place of a label; then a second step of the page.
const options = networks.map(([value, label]) => ({ value, label }));

function Details({ entry, set, next }) {
  const [problem, setProblem] = useState('');
  const check = (event) => {
    event.preventDefault();
    if (!entry.network) return setProblem('Choose your operator.');
    if (!isPhone(entry.phone)) return setProblem('The number starts with a zero.');
    if (!isAmount(entry.amount)) return setProblem('Enter an amount.');
    return next();
  };
  return (
    <form onSubmit={check} noValidate>
      {payment.amount === null && (
        <label>
          How much? ({payment.currency})
          <input inputMode="decimal" value={entry.amount} onChange={({ target }) => set({ amount: target.value })} />
        </label>
      )}
      <div className="row">
        <span>Operator</span>
        <Select
          options={options}
          value={entry.network}
          placeholder="Select operator"
          onChange={(network) => set({ network })}
        />
      </div>
      <label>
        Mobile number
        <input
          type="tel"
          autoComplete="tel"
          value={entry.phone}
          onChange={({ target }) => set({ phone: target.value })}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button>Review payment</button>
    </form>
  );
}

function Pay() {
  const [entry, setEntry] = useState({ amount: '', network: null, phone: '' });
  const [step, setStep] = useState(1);
  const [agreed, setAgreed] = useState(false);
  return (
    <div className="box">
      <header>
        <strong>Nimbus Tickets</strong>
        <output>{due('en-GB')}</output>
      </header>
      {step === 1 ? (
        <Details entry={entry} set={(more) => setEntry({ ...entry, ...more })} next={() => setStep(2)} />
      ) : (
        <section>
          <h2>Review</h2>
          <p>
            {total(entry.amount, 'en-GB')} from {entry.phone}, {entry.network.label}
          </p>
          <label className="tick">
            <input type="checkbox" checked={agreed} onChange={({ target }) => setAgreed(target.checked)} /> I am allowed
            to use this wallet
          </label>
          <button disabled={!agreed} onClick={() => submit('approve', entry)}>
            Confirm
          </button>
          <button className="plain" disabled={!agreed} onClick={() => submit('decline', entry)}>
            Confirm, and let it fail
          </button>
        </section>
      )}
      <footer>
        <a href="#cancel" onClick={() => submit('cancel')}>
          Cancel and return
        </a>
      </footer>
    </div>
  );
}

createRoot(document.getElementById('app')).render(<Pay />);
