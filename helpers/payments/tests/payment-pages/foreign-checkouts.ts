import { redirect, type Site } from './payment-site.ts';

// Payment pages in the languages other than English that the page reader knows.

interface Words {
  network: string;
  choose: string;
  number: string;
  next: string;
  cancel: string;
  help: string;
  question: string;
  succeed: string;
  fail: string;
  back: string;
}

const checkoutIn =
  (words: Words): Site =>
  (ends) => ({
    '/': `<form action=/end><label>${words.network} <select name=op><option value="">${words.choose}<option value=a>Operator A</select></label>
      <label>${words.number} <input name=n></label><button>${words.next}</button></form><button onclick="location='/help'">${words.help}</button>
      <a href=/off>${words.cancel}</a>`,
    '/help': words.help,
    '/off': redirect(`${ends.failure}?status=cancelled`),
    '/end': (fields) =>
      fields.get('op') && fields.get('n')
        ? `<h1>${words.question}</h1><button onclick="location='${ends.success}'">${words.succeed}</button>
          <button onclick="location='${ends.failure}'">${words.fail}</button><a href=/>${words.back}</a> <a href=/off>${words.cancel}</a>`
        : { status: 400, body: words.number },
  });

export const french = checkoutIn({
  network: 'Opérateur',
  choose: 'Choisissez votre opérateur',
  number: 'Numéro de téléphone',
  next: 'Payer 10,00 XTS',
  cancel: 'Annuler le paiement',
  help: 'Aide',
  question: 'Résultat de la simulation',
  succeed: 'Paiement réussi',
  fail: 'Échec du paiement',
  back: 'Modifier le numéro',
});

export const portuguese = checkoutIn({
  network: 'Operadora',
  choose: 'Selecione a operadora',
  number: 'Número de telemóvel',
  next: 'Seguinte',
  cancel: 'Cancelar',
  help: 'Ajuda',
  question: 'Confirmar o pagamento de 10,00 XTS',
  succeed: 'Aprovar',
  fail: 'Recusar',
  back: 'Voltar',
});

export const spanish = checkoutIn({
  network: 'Operador',
  choose: 'Elija su operador',
  number: 'Teléfono móvil',
  next: 'Pagar',
  cancel: 'Cancelar y volver a la tienda',
  help: 'Ayuda',
  question: 'Simulador',
  succeed: 'Pago exitoso',
  fail: 'Pago fallido',
  back: 'Modificar',
});

export const swahili = checkoutIn({
  network: 'Mtandao',
  choose: 'Chagua mtandao',
  number: 'Namba ya simu',
  next: 'Endelea',
  cancel: 'Ghairi malipo',
  help: 'Msaada',
  question: 'Lipa 10.00 XTS',
  succeed: 'Kubali',
  fail: 'Kataa',
  back: 'Rudi',
});

/** Takes a card, then asks for the outcome; the names of its fields are meaningless. */
const cardIn =
  (labels: readonly [holder: string, number: string, expiry: string, code: string, next: string]): Site =>
  (ends) => {
    const [holder, number, expiry, code, next] = labels;
    const ask = (refusal: string) => `<p>${refusal}</p><form action=/card><label>${holder} <input name=h></label>
      <label>${number} <input name=n></label><label>${expiry} <input name=e></label><label>${code} <input name=c maxlength=4></label>
      <button>${next}</button></form><a href=/off>Cancelar</a>`;
    const isRight = (fields: URLSearchParams) =>
      /^\d{16}$/.test(fields.get('n') ?? '') &&
      /^\d\d.\d\d$/.test(fields.get('e') ?? '') &&
      /^\d{3,4}$/.test(fields.get('c') ?? '');
    return {
      '/': ask(''),
      '/card': (fields) =>
        isRight(fields)
          ? `<button onclick="location='${ends.success}'">Aprovar</button><button onclick="location='${ends.failure}'">Recusar</button><a href=/off>Cancelar</a>`
          : { status: 422, body: ask('Error') },
      '/off': redirect(`${ends.failure}?status=cancelled`),
    };
  };

export const portugueseCard = cardIn([
  'Nome no cartão',
  'Número do cartão',
  'Validade',
  'Código de segurança',
  'Continuar',
]);
export const spanishCard = cardIn([
  'Titular',
  'Número de la tarjeta',
  'Fecha de caducidad',
  'Código de seguridad',
  'Continuar',
]);
export const frenchCard = cardIn(['Titulaire', 'Numéro de carte', "Date d'expiration", 'Cryptogramme', 'Continuer']);
export const swahiliCard = cardIn(['Jina', 'Namba ya kadi', 'Expiry', 'CVV', 'Endelea']);

/** Buttons that are web components with their labels in slots; the text of their styles is irrelevant. */
export const slottedButtons: Site = (ends) => ({
  '/': `<h1>Namba za majaribio</h1><ul><li>0961111111 – malipo yanafanikiwa<li>0961111112 – malipo yanashindwa</ul>
    <label>Namba ya simu <input id=n></label><lipa-btn id=pay>Lipa sasa</lipa-btn> <lipa-btn id=off>Ghairi malipo</lipa-btn>
    <script>customElements.define('lipa-btn', class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<style>.error, .failed { color: red }</style><button><slot></slot></button>' } });
      off.onclick = () => { location = '${ends.failure}?status=cancelled' };
      pay.onclick = () => { if (n.value) location = n.value === '0961111112' ? '${ends.failure}' : '${ends.success}' }</script>`,
});

/** Asks to complete something in a frame, with a button in Spanish. */
export const bankInFrame: Site = (ends) => ({
  '/': `<button onclick="location='/bank'">Pagar 10,00 XTS</button> <a href=/off>Cancelar</a>`,
  '/bank': `<h1>Autorización</h1><p>Complete la autorización de su banco.</p><iframe src=/inner width=600></iframe><a href=/off>Cancelar</a>
    <script>onmessage = ({ data }) => { location = data === 'yes' ? '${ends.success}' : '${ends.failure}' }</script>`,
  '/inner': `<button onclick="parent.postMessage('yes', '*')">Autorizar</button><button onclick="parent.postMessage('no', '*')">Rechazar</button>`,
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Asks for the outcome, without an answer to cancel, before the step that can be cancelled. */
export const outcomeBeforeLastStep: Site = (ends) => {
  const ask = (
    refusal: string,
  ) => `<p>${refusal}</p><form action=/number><label>Numéro de téléphone <input name=n></label>
    <fieldset><legend>Réponse simulée</legend><label><input type=radio name=r value=ok> Paiement réussi</label>
    <label><input type=radio name=r value=ko> Paiement échoué</label></fieldset><button>Continuer</button></form>`;
  return {
    '/': ask(''),
    '/number': (fields) =>
      fields.get('n') && fields.get('r')
        ? `<button onclick="location='${fields.get('r') === 'ok' ? ends.success : ends.failure}'">Confirmer et payer</button>
          <button onclick="location='/off'">Annuler</button>`
        : { status: 422, body: ask('Champ obligatoire') },
    '/off': redirect(`${ends.failure}?status=cancelled`),
  };
};

/** The number decides the outcome, as the page explains in Spanish. */
export const spanishTestNumbers: Site = (ends) => ({
  '/': `<p>Números de prueba: 0961111111 → Aprobado; 0961111112 → Rechazado</p><form action=/end>
    <label>Número de celular <input name=n></label><button>Pagar</button></form><a href=/off>Cancelar</a>`,
  '/end': (fields) => redirect(fields.get('n') === '0961111112' ? ends.failure : ends.success),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Unknown operators as buttons in a row; `pressed` marks them as toggle buttons. */
const tiles =
  (pressed: string): Site =>
  (ends) => ({
    '/': `<p>Operadora</p><div>${['Vodasure', 'Celtela', 'Orangina'].map((name) => `<button type=button ${pressed}>${name}</button>`).join(' ')}</div>
      <form action=/end><label>Número de telemóvel <input name=n></label><input type=hidden name=op><a href="#">Continuar</a></form><a href=/off>Cancelar</a>
      <script>const all = [...document.querySelectorAll('button')];
        all.forEach((one) => one.onclick = () => { document.forms[0].op.value = one.textContent; all.forEach((other) => other.ariaPressed &&= String(other === one)) });
        document.querySelector('form a').onclick = () => (document.forms[0].submit(), false)</script>`,
    '/end': (fields) =>
      fields.get('op')
        ? `<button onclick="location='${ends.success}'">Aprovar</button><button onclick="location='${ends.failure}'">Recusar</button><a href=/off>Cancelar</a>`
        : { status: 400, body: 'Operadora?' },
    '/off': redirect(`${ends.failure}?status=cancelled`),
  });

export const toggleTiles = tiles('aria-pressed=false');
export const silentTiles = tiles('');

/** Shows the code that it asks for, in Swahili. */
export const swahiliCode: Site = (ends) => ({
  '/': `<form action=/end><label>Msimbo <input name=c></label><p>Msimbo wa majaribio: 4821</p><button>Endelea</button></form><a href=/off>Ghairi</a>`,
  '/end': (fields) =>
    fields.get('c') === '4821'
      ? `<button onclick="location='${ends.success}'">Kubali</button><button onclick="location='${ends.failure}'">Kataa</button><a href=/off>Ghairi</a>`
      : { status: 400, body: 'Msimbo?' },
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Links to pay with, most of them brands, then the state of the payment, in Portuguese; "pago" is "payment" elsewhere. */
export const portugueseStates: Site = (ends) => ({
  '/': `<h2>10,00 XTS</h2><p>Escolha o método de pagamento</p><a href=/estado>M-Pesa ›</a> <a href=/estado>e-Mola ›</a> <a href=/estado>Cartão de crédito ›</a>
    <p><a href=/off>Cancelar e voltar à loja</a></p>`,
  '/estado': `<p>Modo de teste: escolha o estado final.</p><form action=/end>${[
    'Em aberto',
    'Pago',
    'Falhado',
    'Cancelado',
  ]
    .map((name, at) => `<label><input type=radio name=e value=${at} ${at ? '' : 'checked'}>${name}</label>`)
    .join('')}<button>Continuar</button></form>`,
  '/end': (fields) => {
    const at = Number(fields.get('e'));
    if (at === 0) return 'O pagamento continua em aberto';
    return redirect(at === 1 ? ends.success : `${ends.failure}?status=${at === 2 ? 'failed' : 'cancelled'}`);
  },
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Links to pay with that all are brands. */
export const brandLinks: Site = (ends) => ({
  '/': `<h1>10.00 XTS</h1><p>Choose your mobile wallet</p><ul><li><a href=/pin>Celtela</a><li><a href=/pin>Vodasure</a></ul><a href=/off>Cancel</a><p><a href=/terms>Terms of use</a></p>`,
  '/pin': `<p>Simulator</p><a role=button href=${ends.success}>Approve</a> <a role=button href=${ends.failure}>Decline</a> <a href=/off>Cancel</a>`,
  '/terms': { status: 500, body: 'No terms' },
  '/off': redirect(`${ends.failure}?status=cancelled`),
});
