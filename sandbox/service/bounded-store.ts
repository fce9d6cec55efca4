/** A map that evicts its oldest entries beyond a limit, to bound the use of memory. */
type BoundedStore<T> = {
  put(id: string, entry: T): void;
  get(id: string): T | undefined;
  delete(id: string): void;
  values(): T[];
};

export function createBoundedStore<T>(limit: number): BoundedStore<T> {
  // A Map keeps the order of insertion, and any id that a client sends is safe as its key.
  const entries = new Map<string, T>();
  return {
    put(id, entry) {
      entries.set(id, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= limit) break;
        entries.delete(oldest);
      }
    },
    get: (id) => entries.get(id),
    delete: (id) => void entries.delete(id),
    values: () => [...entries.values()],
  };
}
