/** A map that forgets its oldest entries beyond a limit, so that a long run cannot fill the memory. */
type BoundedStore<T> = {
  put(id: string, entry: T): void;
  get(id: string): T | undefined;
  delete(id: string): void;
  values(): T[];
};

export function createBoundedStore<T>(limit: number): BoundedStore<T> {
  // A Map keeps the order of insertion, and its keys are safe whatever text a client sends as an id.
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
