/**
 * Words of payment pages in French, Portuguese, Spanish and Swahili, by the English word of the vocabulary. They are
 * written without accents. Words with another meaning in English or in another of these languages are omitted.
 */
const words: Readonly<Record<string, string>> = {
  accept: 'aceitar aceito aceptar acepto accepter accepte kubali nakubali',
  amount: 'montant montante valor quantia monto importe kiasi',
  approve: 'approuver aprovar aprobar idhinisha',
  approved: 'approuve approuvee aprovado aprovada aprobado aprobada imekubaliwa yamekubaliwa',
  authorize: 'autorizar autoriser ruhusu',
  authorized: 'autorizado autorizada autorise autorisee',
  back: 'retour retourner revenir voltar volver regresar rudi',
  bank: 'banque banco benki',
  cancel: 'annuler annulation abandonner cancelar abandonar desistir ghairi sitisha',
  cancelled: 'annule annulee cancelado cancelada',
  card: 'carte cartao tarjeta kadi',
  change: 'modifier alterar modificar badilisha',
  choose:
    'choisir choisissez selectionner selectionnez escolher escolha selecionar selecione elegir elija seleccionar seleccione chagua',
  close: 'fermer fechar cerrar funga',
  code: 'codigo msimbo',
  completed: 'termine terminee effectue effectuee concluido concluida completado completada imekamilika',
  confirm: 'confirmer valider confirmar validar thibitisha',
  continue: 'continuer poursuivre continuar endelea',
  cvc: 'cryptogramme',
  decline: 'recusar rejeitar rechazar rejeter kataa',
  declined: 'refusee recusado recusada rejeitado rejeitada rechazado rechazada rejetee imekataliwa yamekataliwa',
  email: 'courriel mel correio correo barua',
  error: 'erreur erro kosa',
  expiry: 'validade vencimento vencimiento caducidad expiracion echeance',
  failed:
    'echoue echouee falhou falhado falhada fallido fallida imeshindwa yameshindwa inashindwa yanashindwa imeshindikana yameshindikana',
  failure: 'echec echouer falha falhar fallo fallar',
  finish: 'terminer terminar finalizar finaliser concluir maliza',
  help: 'aide ajuda ayuda msaada',
  invalid: 'invalide invalido invalida batili',
  leave: 'quitter sair salir ondoka',
  merchant: 'marchand commercant comerciante comercio vendeur vendedor muuzaji',
  method: 'methode metodo moyen medio njia',
  mobile: 'movil telemovel',
  name: 'nom nome nombre jina',
  network: 'reseau rede mtandao',
  next: 'suivant suivante seguinte proximo siguiente inayofuata',
  no: 'non nao hapana',
  number: 'numero nambari namba',
  operator: 'operateur operadora operador',
  optional: 'facultatif facultative optionnel opcional hiari',
  other: 'autre outro otro nyingine',
  paid: 'pagado pagada imelipwa yamelipwa',
  pay: 'payer regler pagar lipa',
  payment: 'paiement pagamento pago malipo',
  phone: 'telephone portable telefone telefono celular simu',
  please: 'veuillez tafadhali',
  processing: 'traitement processamento procesando inachakatwa',
  receipt: 'recu recibo risiti',
  required: 'requis obligatoire obrigatorio obligatorio inahitajika',
  retry: 'reessayer reintentar jaribu',
  security: 'securite seguranca seguridad usalama',
  send: 'envoyer enviar tuma',
  shop: 'boutique magasin loja tienda duka',
  simulate: 'simuler simular',
  success: 'succes reussite sucesso exito',
  successful: 'reussi reussie exitoso exitosa imefanikiwa yamefanikiwa inafanikiwa yanafanikiwa',
  terms: 'termos terminos masharti',
  test: 'teste prueba essai jaribio majaribio',
  'thank you': 'merci obrigado obrigada gracias asante',
  'please wait': 'patientez patienter aguarde espere subiri',
  yes: 'oui ndiyo',
};

const english = new Map(
  Object.entries(words).flatMap(([known, others]) => others.split(' ').map((other) => [other, known] as const)),
);

/** A text with these words replaced by the English ones. */
export const inEnglish = (text: string): string =>
  text.replace(
    /\p{L}[\p{L}\p{M}]*/gu,
    (word) => english.get(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()) ?? word,
  );
