/** What a control does, by its words. */
export type Meaning = 'fail' | 'cancel' | 'succeed' | 'pay' | 'forward' | 'leave' | 'method' | 'aside';

// Words of payment pages in English, French, German, Portuguese, Spanish and Swahili, for proposals alone: in a run, they
// are never the ground of a failure. The first line that fits counts.
const meanings: readonly (readonly [Meaning, RegExp])[] = [
  [
    'fail',
    /declin|\bfail|reject|refus|den(?:y|ied)|unsuccess|not (?:approve|authori|go through)|insufficient|empty wallet|not enough|did(?: not|n.t) (?:get|receive)|ignore|wrong (?:pin|code)|échec|échou|ablehn|abgelehnt|fehlgeschlagen|fehlschlag|misserfolg|scheiter|recus|rechaz|rejeit|\bdeneg|\bnegar|kataa|imeshindwa/,
  ],
  [
    'aside',
    /^(?:no\b(?!,? thanks)|don't|do not|keep |stay|close\b|dismiss|edit|change|help|terms|privacy|what |how |why )|again|receipt|print|download/,
  ],
  [
    'cancel',
    /cancel|abort|abandon|annul|abbrech|abbruch|cancelar|ghairi|sitisha|no,? thanks|changed my mind|give up|pay later|not now|^(?:leave|quit|exit)\b/,
  ],
  [
    'leave',
    /\b(?:return|back|continue|go|retour|zurück|voltar|volver|rudi)\b.*\b(?:merchant|shop|store|site|boutique|marchand|händler|loja|tienda)/,
  ],
  ['aside', /^(?:go )?(?:back|previous|zurück|retour|voltar|volver)$|other|another|instead|different/],
  [
    'succeed',
    /succe|approv|\ballow\b|auth?ori[sz]|\baccept\b|réussi|erfolg|geling|genehmig|bestätig|aprov|aprob|sucesso|éxito|exitos|idhinisha|kubali/,
  ],
  [
    'pay',
    /\bpays?\b|\bpay\W|payer|bezahl|zahlen|pagar|lipa|purchase|buy|donate|\border\b|make (?:a |the )?payment|complete|finish|confirm|check ?out/,
  ],
  [
    'forward',
    /continue|next|proceed|review|submit|send|verify|start|begin|\bok\b|\bgo\b|yes|done|weiter|senden|suivant|continuer|valider|avançar|continuar|seguinte|siguiente|enviar|endelea/,
  ],
  ['method', /mobile|momo|wallet|mobil|móvil|telemóvel|simu|\bcard\b|carte|karte|cartão|tarjeta|kadi|bank/],
];

/** @param name of a button, a link or an option */
export const meaningOf = (name: string): Meaning | undefined => {
  const words = name.toLowerCase();
  return meanings.find(([, pattern]) => pattern.test(words))?.[0];
};

/** The outcome of a payment that an option names. */
export const outcomeOf = (name: string): 'fail' | 'succeed' | 'cancel' | undefined => {
  const meaning = meaningOf(name);
  return meaning === 'fail' || meaning === 'succeed' || meaning === 'cancel' ? meaning : undefined;
};

export const isMobileMoney = (name: string): boolean => /mobile|momo|mobil|móvil|telemóvel|simu/i.test(name);
export const isConsent = (name: string): boolean =>
  /accept|agree|terms|consent|akzept|stimme|conditions|aceit|acept|kubali/i.test(name);
export const isPlaceholder = (name: string): boolean =>
  /^(?:please )?(?:select|choose|pick)\b|wähl|choisi|escolh|selec|elij|chagua|^[-–—.…\s]*$/i.test(name);
/** Whether words may be the caption of a control; an amount is none. */
export const saysWhat = (words: string): boolean =>
  /\p{L}/u.test(words) && !/\d[.,]\d/.test(words) && !isPlaceholder(words);
export const isCookieNotice = (text: string): boolean => /cookie/i.test(text);

/** What a field asks for. */
export type Subject = 'amount' | 'card' | 'email' | 'code' | 'person' | 'phone' | 'other';

const subjects: readonly (readonly [Subject, RegExp])[] = [
  ['card', /\bcc-|card|carte|karte|tarjeta|cartão|kadi\b|cvc|cvv|security code|expir/],
  ['other', /coupon|promo|voucher|discount|search|note|comment/],
  ['email', /e-?mail|courriel|correo/],
  ['code', /\botp\b|one-time|one time|\bpin\b|password|passcode|code|token|digit/],
  ['amount', /amount|montant|betrag|summe|valor|monto|importe|quantia|kiasi|how much|\btotal\b/],
  [
    'phone',
    /phone|mobile|msisdn|telefon|téléphone|telefone|teléfono|celular|handy|rufnummer|number|nummer|numéro|número|namba|simu|\btel\b/,
  ],
  ['person', /name|nom\b|nome|nombre|jina/],
];

/** @param words its name, placeholder, autocomplete, type and the text before it, the most telling first */
export const subjectOf = (words: readonly string[]): Subject =>
  words
    .map((text) => subjects.find(([, pattern]) => pattern.test(text.toLowerCase()))?.[0])
    .find((subject) => subject !== undefined) ?? 'other';
