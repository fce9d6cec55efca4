/** Decimal digits of a currency: 2 for most, 0 for JPY, 3 for KWD. Unknown codes have 2. */
export function subunitDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount in subunits as a plain decimal of the main unit: `decimalAmount(1050n, 'XTS')` is `10.50`. */
export function decimalAmount(subunits: bigint, currency: string): string {
  const digits = subunitDigits(currency);
  if (digits === 0) return subunits.toString();
  const padded = subunits.toString().padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** An amount in subunits as a customer reads it: `formatAmount(105000, 'XTS')` is `XTS 1,050.00`. */
export function formatAmount(subunits: number, currency: string): string {
  const decimal = decimalAmount(BigInt(subunits), currency);
  const point = decimal.indexOf('.');
  const whole = point === -1 ? decimal : decimal.slice(0, point);
  return `${currency} ${BigInt(whole).toLocaleString('en')}${decimal.slice(whole.length)}`;
}
