import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rawBody } from '../http/json-bodies.ts';
import { missingOrInvalidKey } from '../http/refusals.ts';
import { bearerKey } from '../http/secret-key.ts';
import type { Service } from '../service/service.ts';
import { guarded } from './conditions.ts';
import type { Alteration, Answer, Exchange, FaultState, Json } from './exchange.ts';

/**
 * Applies faults and variants to requests and answers: first to the key, then to the fields that the service reads, then
 * refusals, last to the answer. Call it before routes are added.
 */
export function applyAlterations(app: FastifyInstance, alterations: readonly Alteration[], service: Service): void {
  if (alterations.length === 0) return;
  const exchanges = new WeakMap<FastifyRequest, Exchange>();
  const known = { secret: new WeakSet<object>(), publishable: new WeakSet<object>() };
  const states = new Map<Alteration, FaultState>(alterations.map((one) => [one, { times: 0, first: undefined }]));

  /** The alterations that act on an exchange. Earlier ones may have changed it before the next is looked at. */
  function* acting<Side extends Alteration['side']>(side: Side, exchange: Exchange) {
    for (const [one, state] of states) {
      if (one.side !== side || !one.where(exchange)) continue;
      state.times += 1;
      if (state.times >= (one.from ?? 1)) yield { ...(one as Extract<Alteration, { side: Side }>), state };
    }
  }

  app.addHook('onRequest', async (request) => {
    const exchange = exchangeOf(request, service, known);
    exchanges.set(request, exchange);
    // What a fault does about a key may depend on the body, so the key is checked in preHandler.
    if (guarded(exchange)) request.raw.headers.authorization = `Bearer ${service.settings.secretKey}`;
  });

  app.addHook('preHandler', async (request, reply) => {
    const exchange = exchanges.get(request);
    if (!exchange) return;
    exchange.input = asJson(request.method === 'GET' ? request.query : request.body);
    if (guarded(exchange) && !hasKey(exchange) && [...acting('key', exchange)].length === 0) {
      reply.header('www-authenticate', 'Bearer');
      throw missingOrInvalidKey();
    }
    for (const { fields } of acting('request', exchange))
      replaceFields(request, { ...exchange.input, ...fields(exchange) });
    for (const { refusal } of acting('refused', exchange)) throw refusal(exchange);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const exchange = exchanges.get(request);
    if (!exchange || (typeof payload !== 'string' && payload !== null && payload !== undefined)) return payload;
    exchange.answer = answerOf(reply, payload ?? '');
    if (exchange.answer.status < 400) remember(exchange, request, known);
    let altered = false;
    for (const { changes, state } of acting('answer', exchange)) {
      const before = structuredClone(exchange.answer);
      for (const change of changes) change(exchange.answer, exchange, state);
      state.first ??= before;
      altered = true;
    }
    return altered ? send(reply, exchange.answer) : payload;
  });
}

type Known = { secret: WeakSet<object>; publishable: WeakSet<object> };

function exchangeOf(request: FastifyRequest, service: Service, known: Known): Exchange {
  const route = request.routeOptions.url ?? '';
  const id = (request.params as { id?: string }).id ?? '';
  const connections = route === '/v1/checkout' ? known.publishable : known.secret;
  return {
    method: request.method,
    path: request.url.replace(/\?.*/, ''),
    route,
    settings: service.settings,
    headers: { ...request.raw.headers },
    headerNames: request.raw.rawHeaders.filter((_, index) => index % 2 === 0),
    query: asJson(request.query),
    rawQuery: request.url.replace(/^[^?]*/, ''),
    input: {},
    rawBody: () => rawBody(request),
    knownConnection: connections.has(request.raw.socket),
    transaction: route.startsWith('/checkout/') ? service.transactions.findByCheckout(id) : undefined,
    answer: { status: 200, type: '', headers: {}, location: '', json: {}, text: undefined },
  };
}

function remember(exchange: Exchange, request: FastifyRequest, known: Known): void {
  if (exchange.route === '/v1/checkout') {
    const right = exchange.input['publishable_key'] === exchange.settings.publishableKey;
    if (right) known.publishable.add(request.raw.socket);
  } else if (guarded(exchange) && hasKey(exchange)) {
    known.secret.add(request.raw.socket);
  }
}

function hasKey({ headers, settings }: Exchange): boolean {
  return bearerKey(headers.authorization) === settings.secretKey;
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function replaceFields(request: FastifyRequest, fields: Json): void {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (request.method === 'GET') request.query = present;
  else request.body = present;
}

function answerOf(reply: FastifyReply, payload: string): Answer {
  const type = String(reply.getHeader('content-type') ?? '');
  const isJson = type.startsWith('application/json');
  return {
    status: reply.statusCode,
    type,
    headers: {},
    location: String(reply.getHeader('location') ?? ''),
    json: isJson && payload !== '' ? (JSON.parse(payload) as Json) : {},
    text: isJson ? undefined : payload,
  };
}

function send(reply: FastifyReply, { status, type, headers, location, json, text }: Answer): string {
  reply.code(status);
  for (const [name, value] of Object.entries({ ...headers, location: location || undefined })) {
    if (value === undefined) reply.removeHeader(name);
    // Characters that are not encoded are sent as UTF-8 bytes.
    else reply.header(name, Buffer.from(value).toString('latin1'));
  }
  reply.removeHeader('content-length');
  if (type === '') reply.removeHeader('content-type');
  else reply.header('content-type', type);
  return text ?? JSON.stringify(json);
}
