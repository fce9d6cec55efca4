import { useState } from 'react';
import {
  Button,
  Checkbox,
  ComboBox,
  Dialog,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Modal,
  NumberField,
  Popover,
  Text,
  TextField,
} from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import './react-aria.css';
import { due, isPhone, networks, payment, send, total } from '../payment.js';

// React Aria: a combo box that filters as one types, options with a second line, presses in place of clicks.
const about = { sunrise: 'No fee', blue: 'Fee 1%', metro: 'Fee 2%' };

function Pay() {
  const [entry, setEntry] = useState({ amount: NaN, network: null, phone: '', terms: false });
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const set = (more) => setEntry({ ...entry, ...more });
  const next = (event) => {
    event.preventDefault();
    setOpen(true);
  };
  const end = (decision) => {
    setBusy(true);
    void send(decision, entry);
  };
  return (
    <main>
      <h1>Tidewater Kayaks</h1>
      {payment.amount !== null && <p className="due">To pay: {due()}</p>}
      <Form onSubmit={next}>
        {payment.amount === null && (
          <NumberField
            value={entry.amount}
            onChange={(amount) => set({ amount })}
            minValue={0.01}
            isRequired
            formatOptions={{ minimumFractionDigits: 2 }}
          >
            <Label>Amount</Label>
            <Input />
            <FieldError />
          </NumberField>
        )}
        <ComboBox selectedKey={entry.network} onSelectionChange={(network) => set({ network })} isRequired>
          <Label>Wallet operator</Label>
          <div className="combo">
            <Input />
            <Button>▼</Button>
          </div>
          <FieldError />
          <Popover>
            <ListBox>
              {networks.map(([id, name]) => (
                <ListBoxItem key={id} id={id} textValue={name}>
                  <Text slot="label">{name}</Text>
                  <Text slot="description">{about[id]}</Text>
                </ListBoxItem>
              ))}
            </ListBox>
          </Popover>
        </ComboBox>
        <TextField
          type="tel"
          value={entry.phone}
          onChange={(phone) => set({ phone })}
          isRequired
          validate={(value) => (isPhone(value) ? null : 'Starts with a zero')}
        >
          <Label>Wallet number</Label>
          <Input />
          <FieldError />
        </TextField>
        <Checkbox isSelected={entry.terms} onChange={(terms) => set({ terms })} isRequired>
          <div className="tick" />I accept the hire agreement
        </Checkbox>
        <Button type="submit" className="primary">
          Continue
        </Button>
        <Button onPress={() => end('cancel')}>Cancel booking</Button>
      </Form>
      <Modal isOpen={open} isKeyboardDismissDisabled className="modal">
        <Dialog role="alertdialog">
          <Heading slot="title">Confirm on your phone</Heading>
          <p>{total(entry.amount)}</p>
          <Button className="primary" isDisabled={busy} onPress={() => end('approve')}>
            Accept
          </Button>
          <Button isDisabled={busy} onPress={() => end('decline')}>
            Reject
          </Button>
        </Dialog>
      </Modal>
    </main>
  );
}

createRoot(document.getElementById('app')).render(<Pay />);
