// Node 20 lacks an iterator helper that Allure's command line uses.
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
iterators.toArray ??= function toArray() {
  return [...this];
};
