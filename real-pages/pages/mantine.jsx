import '@mantine/core/styles.css';
import {
  Button,
  Checkbox,
  Container,
  Group,
  MantineProvider,
  Modal,
  NumberInput,
  Paper,
  PinInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Mantine: an amount with a currency in front and separators, a drawn list, and a PIN in four boxes.
function Pay() {
  const [entry, setEntry] = useState({ amount: '', network: null, phone: '', terms: false });
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (more) => setEntry({ ...entry, ...more });
  const { amount, network, phone, terms } = entry;
  const end = (decision) => {
    setBusy(true);
    void send(decision, entry);
  };
  const next = () => {
    setAsked(true);
    setOpen(Boolean(network && isPhone(phone) && terms && isAmount(amount)));
  };
  return (
    <Container size={440} my="lg">
      <Title order={3}>Copper Kettle</Title>
      <Paper withBorder p="md" mt="md">
        <Stack>
          {payment.amount === null ? (
            <NumberInput
              label="Amount to pay"
              value={amount}
              onChange={(value) => set({ amount: value })}
              prefix={`${payment.currency} `}
              decimalScale={2}
              thousandSeparator=","
              hideControls
              error={asked && !isAmount(amount) && 'Enter an amount'}
            />
          ) : (
            <Text size="xl">{due()}</Text>
          )}
          <Select
            label="Mobile operator"
            placeholder="Pick one"
            data={networks.map(([value, label]) => ({ value, label }))}
            value={network}
            onChange={(value) => set({ network: value })}
            error={asked && !network && 'Pick an operator'}
          />
          <TextInput
            label="Mobile number"
            description="As registered with your operator"
            withAsterisk
            type="tel"
            value={phone}
            onChange={({ target }) => set({ phone: target.value })}
            error={asked && !isPhone(phone) && 'Starts with a zero'}
          />
          <Checkbox
            label="I agree to the terms of sale"
            checked={terms}
            onChange={({ target }) => set({ terms: target.checked })}
            error={asked && !terms && 'Please agree'}
          />
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={() => end('cancel')}>
              Cancel
            </Button>
            <Button onClick={next}>Pay now</Button>
          </Group>
        </Stack>
      </Paper>
      <Modal opened={open} onClose={() => setOpen(false)} title="Enter your PIN" centered closeOnClickOutside={false}>
        <Stack align="center">
          <Text size="sm">
            {total(amount)} from {phone}. The PIN of the test wallet is 1234; 0000 is refused.
          </Text>
          <PinInput type="number" mask aria-label="Wallet PIN" value={pin} onChange={setPin} />
          <Button
            fullWidth
            loading={busy}
            disabled={pin.length < 4}
            onClick={() => end(pin === '1234' ? 'approve' : 'decline')}
          >
            Confirm
          </Button>
        </Stack>
      </Modal>
    </Container>
  );
}

createRoot(document.getElementById('app')).render(
  <MantineProvider>
    <Pay />
  </MantineProvider>,
);
