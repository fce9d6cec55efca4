/**
 * Queues of outgoing notifications. Each receiver gets its own in order, one at a time; the number of receivers served
 * at once is limited. Deliveries never delay the answer that caused them.
 */
export type Deliveries<Receiver, Message> = {
  queue(receiver: Receiver, message: Message): void;
  /** Drops queued messages. A delivery that has started ends within its timeout. */
  close(): void;
};

type DeliveryLimits = { readonly atOnce: number; readonly waiting: number };

/**
 * @param deliver sends one message and never rejects.
 * @param dropped is called when a message is dropped because the receiver's queue is full.
 */
export function createDeliveries<Receiver, Message>(
  deliver: (receiver: Receiver, message: Message) => Promise<void>,
  dropped: (receiver: Receiver) => void,
  limits: DeliveryLimits,
): Deliveries<Receiver, Message> {
  const waiting = new Map<Receiver, Message[]>();
  const busy = new Set<Receiver>();
  let closed = false;

  function startDeliveries(): void {
    // At most `atOnce` receivers are busy, so this loop passes over few entries before it finds work or returns.
    for (const [receiver, messages] of waiting) {
      if (closed || busy.size >= limits.atOnce) return;
      if (busy.has(receiver)) continue;
      const message = messages.shift();
      // Deleting and re-adding the entry moves the receiver to the end of the queue.
      waiting.delete(receiver);
      if (messages.length > 0) waiting.set(receiver, messages);
      if (message !== undefined) void send(receiver, message);
    }
  }

  async function send(receiver: Receiver, message: Message): Promise<void> {
    busy.add(receiver);
    await deliver(receiver, message);
    busy.delete(receiver);
    startDeliveries();
  }

  return {
    queue(receiver, message) {
      const messages = waiting.get(receiver) ?? [];
      if (messages.length >= limits.waiting) return dropped(receiver);
      messages.push(message);
      waiting.set(receiver, messages);
      setImmediate(startDeliveries);
    },
    close() {
      closed = true;
      waiting.clear();
    },
  };
}
