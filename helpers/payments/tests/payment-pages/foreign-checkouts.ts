import { redirect, type Site } from './payment-site.ts';

// Payment pages in the languages that the page reader knows beside English.

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

/** Asks for the outcome before the step that can be cancelled, and has no answer for that. */
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

/** The number decides how the payment ends, and the page says so in Spanish. */
export const spanishTestNumbers: Site = (ends) => ({
  '/': `<p>Números de prueba: 0961111111 → Aprobado; 0961111112 → Rechazado</p><form action=/end>
    <label>Número de celular <input name=n></label><button>Pagar</button></form><a href=/off>Cancelar</a>`,
  '/end': (fields) => redirect(fields.get('n') === '0961111112' ? ends.failure : ends.success),
  '/off': redirect(`${ends.failure}?status=cancelled`),
});

/** Operators of which nobody has heard, as buttons in a row; `pressed` makes them say that they are answers. */
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

/** Gives the code that it asks for away, in Swahili. */
export const swahiliCode: Site = (ends) => ({
  '/': `<form action=/end><label>Msimbo <input name=c></label><p>Msimbo wa majaribio: 4821</p><button>Endelea</button></form><a href=/off>Ghairi</a>`,
  '/end': (fields) =>
    fields.get('c') === '4821'
      ? `<button onclick="location='${ends.success}'">Kubali</button><button onclick="location='${ends.failure}'">Kataa</button><a href=/off>Ghairi</a>`
      : { status: 400, body: 'Msimbo?' },
  '/off': redirect(`${ends.failure}?status=cancelled`),
});
