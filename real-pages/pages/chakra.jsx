import {
  Button,
  ChakraProvider,
  Checkbox,
  Container,
  createListCollection,
  defaultSystem,
  Dialog,
  Field,
  Heading,
  Input,
  Portal,
  RadioCard,
  Select,
  Stack,
  Text,
} from '@chakra-ui/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { due, isAmount, isPhone, networks, payment, send, total } from '../payment.js';

// Chakra UI: radio cards, a list in a portal over a hidden one, parts composed by the page.
const collection = createListCollection({ items: networks.map(([value, label]) => ({ value, label })) });
const methods = [
  ['momo', 'Mobile money', 'Instant'],
  ['card', 'Debit card', 'Visa and Mastercard'],
];

function Pay() {
  const [method, setMethod] = useState('momo');
  const [network, setNetwork] = useState([]);
  const [phone, setPhone] = useState('');
  const [amount, setAmount] = useState('');
  const [terms, setTerms] = useState(false);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const isReady = network.length > 0 && isPhone(phone) && terms && isAmount(amount);
  const end = (decision) => {
    setBusy(true);
    void send(decision, { phone, amount });
  };
  return (
    <Container maxW="md" py="6">
      <Stack gap="4">
        <Heading size="lg">Marigold Studio</Heading>
        {payment.amount === null ? (
          <Field.Root required>
            <Field.Label>
              Amount ({payment.currency}) <Field.RequiredIndicator />
            </Field.Label>
            <Input inputMode="decimal" value={amount} onChange={({ target }) => setAmount(target.value)} />
          </Field.Root>
        ) : (
          <Text fontSize="2xl">{due()}</Text>
        )}
        <RadioCard.Root value={method} onValueChange={({ value }) => setMethod(value)}>
          <RadioCard.Label>Pay with</RadioCard.Label>
          <Stack direction={{ base: 'column', sm: 'row' }}>
            {methods.map(([value, name, hint]) => (
              <RadioCard.Item key={value} value={value}>
                <RadioCard.ItemHiddenInput />
                <RadioCard.ItemControl>
                  <RadioCard.ItemContent>
                    <RadioCard.ItemText>{name}</RadioCard.ItemText>
                    <RadioCard.ItemDescription>{hint}</RadioCard.ItemDescription>
                  </RadioCard.ItemContent>
                  <RadioCard.ItemIndicator />
                </RadioCard.ItemControl>
              </RadioCard.Item>
            ))}
          </Stack>
        </RadioCard.Root>
        <Select.Root collection={collection} value={network} onValueChange={({ value }) => setNetwork(value)}>
          <Select.HiddenSelect />
          <Select.Label>Network</Select.Label>
          <Select.Control>
            <Select.Trigger>
              <Select.ValueText placeholder="Select network" />
            </Select.Trigger>
            <Select.IndicatorGroup>
              <Select.Indicator />
            </Select.IndicatorGroup>
          </Select.Control>
          <Portal>
            <Select.Positioner>
              <Select.Content>
                {collection.items.map((item) => (
                  <Select.Item item={item} key={item.value}>
                    {item.label}
                    <Select.ItemIndicator />
                  </Select.Item>
                ))}
              </Select.Content>
            </Select.Positioner>
          </Portal>
        </Select.Root>
        <Field.Root>
          <Field.Label>Mobile money number</Field.Label>
          <Input type="tel" value={phone} onChange={({ target }) => setPhone(target.value)} />
          <Field.HelperText>Starts with a zero</Field.HelperText>
        </Field.Root>
        <Checkbox.Root checked={terms} onCheckedChange={({ checked }) => setTerms(checked === true)}>
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label>I have read the conditions</Checkbox.Label>
        </Checkbox.Root>
        <Button disabled={!isReady} onClick={() => setOpen(true)}>
          Make payment
        </Button>
        <Button variant="ghost" onClick={() => end('cancel')}>
          Return to shop
        </Button>
      </Stack>
      <Dialog.Root open={open} role="alertdialog" closeOnInteractOutside={false} onOpenChange={(e) => setOpen(e.open)}>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Dialog.Header>
                <Dialog.Title>Waiting for approval</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>{total(amount)}. Choose what the customer answers.</Dialog.Body>
              <Dialog.Footer>
                <Button variant="outline" loading={busy} onClick={() => end('decline')}>
                  Customer declines
                </Button>
                <Button loading={busy} onClick={() => end('approve')}>
                  Customer approves
                </Button>
              </Dialog.Footer>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Container>
  );
}

createRoot(document.getElementById('app')).render(
  <ChakraProvider value={defaultSystem}>
    <Pay />
  </ChakraProvider>,
);
