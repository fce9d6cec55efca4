import {
  Description,
  Dialog,
  DialogPanel,
  DialogTitle,
  Field,
  Input,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Radio,
  RadioGroup,
  Switch,
} from '@headlessui/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import './headlessui.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Headless UI: cards for the means of payment, a drawn list whose caption is its button, a switch for the terms.
const methods = [
  ['wallet', 'Mobile wallet', 'Approve on your phone'],
  ['bank', 'Bank transfer', 'Takes two days'],
];

function Pay() {
  const [method, setMethod] = useState('');
  const [network, setNetwork] = useState(null);
  const [phone, setPhone] = useState('');
  const [amount, setAmount] = useState('');
  const [terms, setTerms] = useState(false);
  const [open, setOpen] = useState(false);
  const isReady = method === 'wallet' && network && isPhone(phone) && terms && isAmount(amount);
  const end = (decision) => void send(decision, { phone, amount });
  return (
    <main>
      <h1>Slate &amp; Stone</h1>
      {payment.amount === null ? (
        <Field>
          <Label>Amount in {payment.currency}</Label>
          <Input inputMode="decimal" value={amount} onChange={({ target }) => setAmount(target.value)} />
        </Field>
      ) : (
        <p className="due">{due()}</p>
      )}
      <RadioGroup value={method} onChange={setMethod} aria-label="Means of payment" className="cards">
        {methods.map(([value, name, hint]) => (
          <Field key={value}>
            <Radio value={value} className="card">
              <Label>{name}</Label>
              <Description>{hint}</Description>
            </Radio>
          </Field>
        ))}
      </RadioGroup>
      <Field>
        <Label>Network</Label>
        <Listbox value={network} onChange={setNetwork}>
          <ListboxButton className="list">{network?.[1] ?? 'Choose…'}</ListboxButton>
          <ListboxOptions anchor="bottom" className="options">
            {networks.map((one) => (
              <ListboxOption key={one[0]} value={one}>
                {one[1]}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </Listbox>
      </Field>
      <Field>
        <Label>Wallet number</Label>
        <Input type="tel" value={phone} onChange={({ target }) => setPhone(target.value)} />
      </Field>
      <Field className="terms">
        <Switch checked={terms} onChange={setTerms} className="switch">
          <span />
        </Switch>
        <Label>I agree to the privacy notice</Label>
      </Field>
      <button disabled={!isReady} onClick={() => setOpen(true)}>
        Pay
      </button>
      <button className="quiet" onClick={() => end('cancel')}>
        Cancel
      </button>
      <Dialog open={open} onClose={() => {}}>
        <div className="backdrop">
          <DialogPanel className="panel">
            <DialogTitle>Simulated phone</DialogTitle>
            <p>Send {total(amount)} to Slate &amp; Stone?</p>
            <button onClick={() => end('approve')}>Yes, send</button>
            <button className="quiet" onClick={() => end('decline')}>
              No, reject
            </button>
          </DialogPanel>
        </div>
      </Dialog>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<Pay />);
