// Polyfill for Node 20: Allure's quality gate uses Iterator.prototype.toArray.
const all = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
all.toArray ??= function toArray() {
  return [...this];
};
