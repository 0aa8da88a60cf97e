import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { InputOf, Endpoint } from '#contract/endpoint.ts'
import { NEVER_BY_TOKEN } from '#contract/token-scopes.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Dependencies } from '../ports.ts'
import { checkedAnswer, checkRefusal } from './answer.ts'
import { bytesOf, checkCsv, jsonOf } from './bodies.ts'
import { withinDepot } from './depots.ts'
import { hashEtag, ifMatchVersion, noneMatches } from './etags.ts'
import { compressed, worthCompressing } from './compressed.ts'
import { claimed, type KeyedRequest, keyedRequest, recall, remember, type StoredAnswer } from './idempotency.ts'
import { readInput } from './input.ts'
import { Refused } from './refused.ts'
import type { EtagCache } from './etag-cache.ts'
import { sendFile } from './send-file.ts'
import { type Actor, type Context, FileAnswer, RawAnswer, type Route } from './serve.ts'
import { inTurn } from './slow-turns.ts'

export interface ServerContext {
  readonly deps: Dependencies
  /** Changes with the contract, so that devices request cached answers again after an update. */
  readonly contractBuild: () => string
  readonly etags: EtagCache
  /** PUBLIC_URL, if set. */
  readonly origin: string | null
}

/**
 * Answers one request: reads the input, calls the handler in its transaction and checks the answer. Throws what the
 * error handler translates.
 */
export async function dispatch(
  context: ServerContext,
  route: Route,
  actor: Actor | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint } = route
  const now = context.deps.clock.now()
  const input = inputOf(endpoint, request)
  if (actor?.tokenID !== undefined) refuseSecretsOfToken(input)
  const call = (db: Queryable) => handle(context, route, { actor, request, db, now }, input)
  const answer = await withKey(context, route, { actor, request, reply, now, input }, call).catch((error: unknown) => {
    checkRefusal(endpoint, error)
    throw error
  })
  if (answer instanceof FileAnswer) return sendFile(answer, request, reply)
  if (answer instanceof RawAnswer) {
    const { etag } = answer.headers
    if (etag !== undefined && noneMatches(request.headers['if-none-match'], etag))
      return reply.code(304).headers(answer.headers).send()
    return reply.code(endpoint.status).headers(answer.headers).type(answer.contentType).send(Buffer.from(answer.bytes))
  }
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
  reply.code(answer.status)
  if (answer.body === null) return reply.send()
  reply.type('application/json; charset=utf-8')
  if (!worthCompressing(answer.body)) return reply.send(answer.body)
  const { body, headers } = await compressed(answer.body, request.headers['accept-encoding'])
  reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  return reply.headers(headers).send(body)
}

function inputOf(endpoint: Endpoint, request: FastifyRequest): InputOf<Endpoint> {
  if (endpoint.body === 'csv') checkCsv(request)
  const body = endpoint.body === 'json' && endpoint.method !== 'GET' ? jsonOf(request, endpoint) : undefined
  return readInput(endpoint, {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body,
  })
}

function refuseSecretsOfToken(input: InputOf<Endpoint>): void {
  const field = NEVER_BY_TOKEN.find((name) => Object.hasOwn(input as object, name))
  if (field === undefined) return
  throw new Refused('token_scope', { message: `No API token may set the field ${field}.` })
}

interface Call {
  readonly actor: Actor | null
  readonly request: FastifyRequest
  readonly now: Date
}

type Handled = StoredAnswer | RawAnswer | FileAnswer

async function withKey(
  context: ServerContext,
  route: Route,
  received: Call & { reply: FastifyReply; input: InputOf<Endpoint> },
  call: (db: Queryable) => Promise<Handled>,
): Promise<Handled> {
  const { endpoint } = route
  const { secrets, database } = context.deps
  if (route.slow(received.input)) return inTurn(database, received.reply.raw, () => call(database.reports))
  const key = keyOf(context, endpoint, received)
  if (!route.transaction) {
    if (key === null) return call(database.db)
    return claimed(database.db, secrets, key, received.now, async () => repeatable(endpoint, await call(database.db)))
  }
  if (key === null) return inTransaction(database.db, call)
  return inTransaction(database.db, async (tx) => {
    const before = await recall(tx, secrets, key)
    if (before !== null) return before
    const answer = repeatable(endpoint, await call(tx))
    await remember(tx, secrets, key, answer, received.now)
    return answer
  })
}

function keyOf(
  context: ServerContext,
  endpoint: Endpoint,
  { actor, request, input }: Call & { input: unknown },
): KeyedRequest | null {
  if (endpoint.method !== 'POST' || !endpoint.idempotencyKey) return null
  const header = request.headers['idempotency-key']
  return keyedRequest(context.deps.secrets, {
    header: typeof header === 'string' ? header : undefined,
    callerID: actor?.tokenID ?? actor?.userID ?? null,
    path: request.url.split('?')[0] ?? '',
    input: endpoint.body === 'json' ? z.encode(endpoint.input, input) : [input, bytesOf(request).toString('base64')],
  })
}

function repeatable(endpoint: Endpoint, answer: Handled): StoredAnswer {
  if (answer instanceof RawAnswer || answer instanceof FileAnswer)
    throw new Error(`${endpoint.path} answers a file and can't take an Idempotency-Key`)
  return answer
}

async function handle(
  server: ServerContext,
  route: Route,
  { actor, request, db, now }: Call & { db: Queryable },
  received: InputOf<Endpoint>,
): Promise<Handled> {
  const { endpoint } = route
  const input = await withinDepot(db, actor, endpoint, received)
  // Created anew for each attempt of a retried transaction.
  const headers: Record<string, string> = {}
  const context: Context<Endpoint> = {
    get actor(): Actor {
      if (actor === null) throw new Refused('unauthenticated')
      return actor
    },
    maybeActor: actor,
    db,
    database: server.deps.database.db,
    now,
    ifMatch:
      endpoint.method === 'PUT' || endpoint.method === 'DELETE'
        ? ifMatchVersion(endpoint.versioned ? request.headers['if-match'] : undefined)
        : null,
    requestID: request.id,
    ip: request.ip,
    origin: server.origin ?? '',
    site: server.origin ?? ownAddress(server, request.headers.host),
    headers: plainHeaders(request),
    bytes: endpoint.body === 'json' ? null : bytesOf(request),
    refuse(code, details) {
      throw new Refused(code, details)
    },
    setHeader(name, value) {
      headers[name.toLowerCase()] = value
    },
  }
  const asksAgain = request.headers['if-none-match']
  // Queried before the answer, so that a concurrent change is in the answer and changes the next `etagVersion`.
  const etagVersion = asksAgain === undefined ? null : ((await route.etagVersion?.(input, context)) ?? null)
  const key = `${actor?.userID} ${actor?.role} ${actor?.depotID} ${request.url}`
  const known = etagVersion === null ? null : server.etags.get(key, etagVersion)
  if (known !== null && noneMatches(asksAgain, known))
    return { status: 304, headers: taggedWith(known, headers), body: null }
  const result = await route.handler(input, context)
  if (result instanceof RawAnswer || result instanceof FileAnswer) return result
  if (!route.hashEtag) return checkedAnswer(endpoint, result, headers)
  const etag = hashEtag(actor?.userID ?? null, actor?.role ?? null, server.contractBuild(), route.hashEtag(result))
  if (etagVersion !== null) server.etags.set(key, etagVersion, etag)
  const tagged = taggedWith(etag, headers)
  // Compared before the answer is checked and serialised, which is not needed when the device has it already.
  if (noneMatches(asksAgain, etag)) return { status: 304, headers: tagged, body: null }
  return checkedAnswer(endpoint, result, tagged)
}

const taggedWith = (etag: string, headers: Readonly<Record<string, string>>) => ({
  ...headers,
  etag,
  'cache-control': 'private, no-cache',
  vary: 'Authorization',
})

/** Without PUBLIC_URL this is http://localhost:PORT, and only for a request to that host. */
function ownAddress({ deps: { config } }: ServerContext, host: string | undefined): string {
  return host === new URL(config.publicUrl).host ? config.publicUrl : ''
}

function plainHeaders(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}
