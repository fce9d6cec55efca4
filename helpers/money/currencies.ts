// Written down here, since what Intl knows differs from one version of Node to the next.

/** The maximum number of decimals of any currency. */
const mostDecimals = 4;
const otherDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const decimalsByCode = new Map(
  Object.entries(otherDecimals).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)]),
  ),
);

/** The number of decimals of a currency (ISO 4217); the maximum for an invalid code. */
export const decimalsOf = (currency: string): number =>
  /^[a-z]{3}$/i.test(currency) ? (decimalsByCode.get(currency.toUpperCase()) ?? 2) : mostDecimals;

/** How pages write currencies in letters, beside their codes. */
const inLetters =
  'AED dh dhs|ALL lek lekë|AOA kz|BAM km|BDT tk|BGN лв|BIF fbu|BOB bs|BRL r|BWP p|BYN br|CDF fc|CHF fr sfr|CNY 元|CZK kč|' +
  'DJF fdj|DKK kr|DZD da|EGP le|ETB br|GHS ghc|GMD d|GNF fg|GTQ q|HNL l|HUF ft|IDR rp|ILS nis|INR rs|ISK kr|JPY 円|KES ksh sh|' +
  'KGS сом|KMF cf|KRW 원|KZT тг|LKR rs|LSL m|MDL lei|MGA ar|MKD den|MUR rs|MVR rf|MWK mk k|MYR rm|MZN mt mtn|NOK kr|NPR rs|PEN s|' +
  'PKR rs|PLN zł zl|PYG gs|QAR qr|RON lei leu|RSD din|RUB руб р|RWF rf frw|SAR sr|SCR sr|SEK kr|SLE le|SZL e|THB บาท|TJS сом|' +
  "TND dt|TZS tsh sh|UAH грн|UGX ush sh|UYU u|UZS so'm|VND đ|VUV vt|XAF fcfa cfa f|XOF fcfa cfa f|XPF cfp f|ZAR r|ZMW k zk kwacha";
const namesByCode = new Map(inLetters.split('|').map((entry) => [entry.slice(0, 3), entry.slice(4).split(' ')]));

/** The code of a currency and its names, in lower case: zmw, k, zk. */
export const namesOf = (currency: string): ReadonlySet<string> =>
  new Set([currency.toLowerCase(), ...(namesByCode.get(currency.toUpperCase()) ?? [])]);
