/**
 * Notifications on their way out. Each receiver gets its own in order, one at a time; only so many receivers are
 * served at once; nothing here delays the answer that caused a notification.
 */
export type Deliveries<Receiver, Message> = {
  queue(receiver: Receiver, message: Message): void;
  /** Drops what is waiting. What is under way ends by itself within its timeout. */
  close(): void;
};

type DeliveryLimits = { readonly atOnce: number; readonly waiting: number };

/**
 * @param deliver sends one message and never rejects.
 * @param dropped is told of a message that found the receiver's queue full.
 */
export function createDeliveries<Receiver, Message>(
  deliver: (receiver: Receiver, message: Message) => Promise<void>,
  dropped: (receiver: Receiver) => void,
  limits: DeliveryLimits,
): Deliveries<Receiver, Message> {
  const waiting = new Map<Receiver, Message[]>();
  const busy = new Set<Receiver>();
  let closed = false;

  function startWhatMayStart(): void {
    // At most `atOnce` receivers are busy, so this loop passes over few entries before it finds work or returns.
    for (const [receiver, messages] of waiting) {
      if (closed || busy.size >= limits.atOnce) return;
      if (busy.has(receiver)) continue;
      const message = messages.shift();
      // Taking the entry out and putting it back moves the receiver to the end of the line.
      waiting.delete(receiver);
      if (messages.length > 0) waiting.set(receiver, messages);
      if (message !== undefined) void send(receiver, message);
    }
  }

  async function send(receiver: Receiver, message: Message): Promise<void> {
    busy.add(receiver);
    await deliver(receiver, message);
    busy.delete(receiver);
    startWhatMayStart();
  }

  return {
    queue(receiver, message) {
      const messages = waiting.get(receiver) ?? [];
      if (messages.length >= limits.waiting) return dropped(receiver);
      messages.push(message);
      waiting.set(receiver, messages);
      setImmediate(startWhatMayStart);
    },
    close() {
      closed = true;
      waiting.clear();
    },
  };
}
