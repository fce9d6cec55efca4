import { AlertDialog, Checkbox, Label, RadioGroup, Select, Tabs } from 'radix-ui';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import './radix.css';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Radix primitives, styled as shadcn does: tabs for the means, a list over the page, the outcome chosen before paying.
function Network({ value, onChange }) {
  return (
    <div className="field">
      <Label.Root htmlFor="network">Network</Label.Root>
      <Select.Root value={value} onValueChange={onChange}>
        <Select.Trigger id="network" className="input">
          <Select.Value placeholder="Select a network" />
          <Select.Icon />
        </Select.Trigger>
        <Select.Portal>
          <Select.Content className="list">
            <Select.Viewport>
              {networks.map(([key, name]) => (
                <Select.Item key={key} value={key} className="option">
                  <Select.ItemText>{name}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}

function Pay() {
  const [network, setNetwork] = useState('');
  const [phone, setPhone] = useState('');
  const [amount, setAmount] = useState('');
  const [terms, setTerms] = useState(false);
  const [outcome, setOutcome] = useState('approve');
  const [problem, setProblem] = useState('');
  const [open, setOpen] = useState(false);
  const next = (event) => {
    event.preventDefault();
    const isComplete = network && isPhone(phone) && terms && isAmount(amount);
    setProblem(isComplete ? '' : 'Some details are missing.');
    setOpen(Boolean(isComplete));
  };
  return (
    <main>
      <h1>Foxglove Press</h1>
      {payment.amount !== null && <p className="due">{due()}</p>}
      <Tabs.Root defaultValue="momo">
        <Tabs.List className="tabs">
          <Tabs.Trigger value="card">Card</Tabs.Trigger>
          <Tabs.Trigger value="momo">Mobile money</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="card">Cards are not accepted for this order.</Tabs.Content>
        <Tabs.Content value="momo">
          <form onSubmit={next} noValidate>
            {payment.amount === null && (
              <div className="field">
                <Label.Root htmlFor="amount">Amount in {payment.currency}</Label.Root>
                <input
                  id="amount"
                  className="input"
                  inputMode="decimal"
                  value={amount}
                  onChange={(e) => setAmount(e.target.value)}
                />
              </div>
            )}
            <Network value={network} onChange={setNetwork} />
            <div className="field">
              <Label.Root htmlFor="phone">Phone</Label.Root>
              <input id="phone" className="input" type="tel" value={phone} onChange={(e) => setPhone(e.target.value)} />
            </div>
            <RadioGroup.Root className="outcome" value={outcome} onValueChange={setOutcome} aria-label="Test outcome">
              {[
                ['approve', 'Succeed'],
                ['decline', 'Fail'],
              ].map(([value, name]) => (
                <div key={value}>
                  <RadioGroup.Item className="radio" id={value} value={value}>
                    <RadioGroup.Indicator className="dot" />
                  </RadioGroup.Item>
                  <Label.Root htmlFor={value}>{name}</Label.Root>
                </div>
              ))}
            </RadioGroup.Root>
            <div className="terms">
              <Checkbox.Root
                id="terms"
                className="tick"
                checked={terms}
                onCheckedChange={(value) => setTerms(value === true)}
              >
                <Checkbox.Indicator>✓</Checkbox.Indicator>
              </Checkbox.Root>
              <Label.Root htmlFor="terms">Accept terms and conditions</Label.Root>
            </div>
            {problem && <p role="alert">{problem}</p>}
            <button className="primary">Pay {due()}</button>
          </form>
        </Tabs.Content>
      </Tabs.Root>
      <button onClick={() => void send('cancel')}>Cancel</button>
      <AlertDialog.Root open={open}>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="overlay" />
          <AlertDialog.Content className="dialog">
            <AlertDialog.Title>Are you sure?</AlertDialog.Title>
            <AlertDialog.Description>{total(amount)} will be taken from your wallet.</AlertDialog.Description>
            <AlertDialog.Cancel onClick={() => setOpen(false)}>Go back</AlertDialog.Cancel>
            <AlertDialog.Action className="primary" onClick={() => void send(outcome, { phone, amount })}>
              Yes, pay
            </AlertDialog.Action>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<Pay />);
