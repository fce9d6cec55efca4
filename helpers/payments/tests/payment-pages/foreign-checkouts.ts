import { redirect, type Site } from './payment-site.ts';

// One payment page in two steps, in the languages that the page reader knows beside English.

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
