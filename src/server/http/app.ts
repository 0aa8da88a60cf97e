import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify'
import { createHash } from 'node:crypto'
import { type Endpoint, PUBLIC_BYTES } from '#contract/endpoint.ts'
import { PROBLEM_TYPE } from '#contract/problem.ts'
import { newID } from '#domain/identifiers.ts'
import type { Clock, Dependencies } from '../ports.ts'
import { readBodiesAsBytes } from './bodies.ts'
import { ASSET_CACHE, isAsset, isNavigation, sendApp, serveClient } from './client-files.ts'
import { compressed, takesGzip } from './compressed.ts'
import { type ServerContext, dispatch } from './dispatch.ts'
import { noneMatches } from './etags.ts'
import { brokenProblem, describeFailure, problemOf, refusalOf } from './failures.ts'
import { gate } from './gate.ts'
import { addHealth } from './health.ts'
import { openApi } from './openapi.ts'
import { Refused } from './refused.ts'
import { answerMalformed, checkWellFormed, closeAfterAnswer, followRequests } from './malformed.ts'
import { logRequests } from './request-log.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { sharedAssets } from './shared-assets.ts'
import { EtagCache } from './etag-cache.ts'
import type { Actor, Route } from './serve.ts'
import { discardRest, endAfterBody, UNREAD_MS } from './unread-body.ts'
import { giveXsrfCookie } from './xsrf.ts'

export interface AppSettings {
  readonly trustProxy: boolean | string
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** PUBLIC_URL; null: addresses in answers have no scheme and host. */
  readonly origin: string | null
  /** HSTS_INCLUDE_SUBDOMAINS. */
  readonly hstsIncludeSubDomains?: boolean
  /** The folder of the built client; null: only the API is served. */
  readonly clientDir: string | null
  /** Whether the server is about to stop, so that proxies are told to ask another. */
  readonly isLeaving?: () => boolean
  /** How long a client may pause in a body that is answered before its end; 5 s by default, changed by tests. */
  readonly unreadMs?: number
}

const API = '/v1/'
const LONGEST_PATH_NAME = 400
/** Enough for a photo of 20 MB over a weak mobile link. */
const SLOWEST_REQUEST_MS = 10 * 60_000

/** Builds the app with every operation of the contract, without listening. */
export async function buildApp(
  deps: Dependencies,
  routes: readonly Route[],
  settings: AppSettings,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: settings.trustProxy,
    // Without this, Node itself refuses a request that has no host, with an empty body.
    ...(settings.tls
      ? { https: { ...settings.tls, requireHostHeader: false } }
      : { http: { requireHostHeader: false } }),
    // For addresses that are not operations; each operation has its own limit (contract/endpoint.ts).
    bodyLimit: PUBLIC_BYTES,
    genReqId: () => newID(),
    // While the server stops, requests on open connections are still answered; the database closes afterwards.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: SLOWEST_REQUEST_MS,
    // Limits an answer that the client does not read.
    connectionTimeout: SLOWEST_REQUEST_MS,
    clientErrorHandler: answerMalformed,
    routerOptions: { maxParamLength: LONGEST_PATH_NAME },
    frameworkErrors: (error, request, reply) => {
      markAnswer(request, reply, deps.clock)
      void fail(deps, error, request, reply)
    },
  }) as unknown as FastifyInstance
  // Node itself would answer an unknown expectation with an empty 417; here it is a normal request.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  followRequests(app.server)
  await app.register(cookie)
  const secure = settings.tls !== null || (settings.origin?.startsWith('https:') ?? false)
  readBodiesAsBytes(app)
  app.addHook('onRequest', async (request, reply) => {
    markAnswer(request, reply, deps.clock)
    if (!isAsset(request)) giveXsrfCookie(request, reply, secure)
    try {
      checkWellFormed(request)
    } catch (error) {
      reply.header('connection', 'close')
      throw error
    }
    // This runs before the body is read: an unknown address accepts no body.
    if (request.is404 && !isNavigation(request)) throw new Refused('not_found')
  })
  const unreadMs = settings.unreadMs ?? UNREAD_MS
  app.addHook('onSend', async (request, reply, payload) => endAfterBody(request, reply, payload, unreadMs))
  app.addHook('onResponse', async (request, reply) => {
    if (reply.getHeader('connection') === 'close') closeAfterAnswer(request)
    else discardRest(request, unreadMs)
  })
  closeConnectionsWhenStopping(app)
  await setSecurityHeaders(app, {
    secure,
    includeSubDomains: settings.hstsIncludeSubDomains ?? false,
    storageOrigin: deps.storage.origin,
  })
  logRequests(app, deps.log)
  app.setErrorHandler((error: FastifyError, request, reply) => fail(deps, error, request, reply))
  const hasClient = settings.clientDir !== null && (await serveClient(app, settings.clientDir))
  const findShared = sharedAssets(deps)
  app.setNotFoundHandler(async (request, reply) => {
    if (hasClient && isNavigation(request)) return sendApp(request, reply)
    const shared = hasClient ? await findShared(request) : null
    if (shared !== null) return reply.header('cache-control', ASSET_CACHE).type(shared.type).send(shared.bytes)
    return fail(deps, new Refused('not_found'), request, reply)
  })

  let written: string | null = null
  // Built at the first request, so that the server starts sooner.
  const contract = () => (written ??= JSON.stringify(openApi(routes, deps.config)))
  let hash: string | null = null
  const contractBuild = () => (hash ??= createHash('sha256').update(contract()).digest('hex').slice(0, 16))
  const context: ServerContext = { deps, contractBuild, etags: new EtagCache(), origin: settings.origin }
  const admit = gate(deps)
  for (const route of routes) addRoute(app, context, route, admit)
  addOtherMethods(app, routes)
  addHealth(app, deps.database, settings.isLeaving)
  let compressedContract: ReturnType<typeof compressed> | null = null
  app.get('/v1/openapi.json', async (request, reply) => {
    const etag = `"${contractBuild()}"`
    reply.header('cache-control', 'public, max-age=300').header('etag', etag).header('vary', 'Accept-Encoding')
    if (noneMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const isCompressed = takesGzip(request.headers['accept-encoding'])
    const { body, headers } = isCompressed
      ? await (compressedContract ??= compressed(contract(), 'gzip'))
      : { body: contract(), headers: {} }
    return reply.headers(headers).type('application/json; charset=utf-8').send(body)
  })
  return app
}

/** Closes each connection after its answer while the server stops; otherwise stopping waits until it is idle. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => void (stopping = true))
  app.addHook('onSend', async (_request, reply) => void (stopping && reply.header('connection', 'close')))
}

/**
 * Gives every answer an id, and marks those under /v1, so that a device can tell the product from a captive portal; by
 * their time a phone knows how far its own clock is off.
 */
function markAnswer(request: FastifyRequest, reply: FastifyReply, clock: Clock): void {
  reply.header('x-request-id', request.id)
  if (!request.url.startsWith(API)) return
  reply.header('x-bagrun', '1').header('cache-control', 'no-store').header('date', clock.now().toUTCString())
}

function addRoute(
  app: FastifyInstance,
  context: ServerContext,
  route: Route,
  admit: (route: Route, request: FastifyRequest) => Promise<Actor | null>,
): void {
  const { endpoint } = route
  const actors = new WeakMap<FastifyRequest, Actor | null>()
  app.route({
    method: endpoint.method,
    url: pathOf(endpoint.path),
    // A GET's body is not read; Fastify requires a limit above 0.
    bodyLimit: endpoint.maxBytes || PUBLIC_BYTES,
    onRequest: async (request) => {
      actors.set(request, await admit(route, request))
      route.beforeBody?.({
        params: request.params,
        query: request.query,
        headers: request.headers,
        now: context.deps.clock.now(),
      })
    },
    errorHandler: (error, request, reply) => fail(context.deps, tooLargeHere(endpoint, error) ?? error, request, reply),
    handler: (request, reply) => dispatch(context, route, actors.get(request) ?? null, request, reply),
  })
}

/** The contract's own refusal for a body that is too large, if it has one. */
function tooLargeHere({ refusals }: Endpoint, error: FastifyError): Refused | null {
  const own =
    error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' &&
    (['file_too_large', 'logo_too_large'] as const).find((code) => refusals.includes(code))
  return own ? new Refused(own) : null
}

function pathOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Handles other methods at a known address: OPTIONS lists the allowed ones, the rest get 405 with the same list. */
function addOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methods = new Map<string, Set<HTTPMethods>>()
  for (const { endpoint } of routes) {
    // Two operations may name the parameters of one path differently.
    const place = pathOf(endpoint.path)
    const known = methods.get(place) ?? new Set<HTTPMethods>()
    methods.set(place, known.add(endpoint.method))
    if (endpoint.method === 'GET') known.add('HEAD')
  }
  for (const [url, known] of methods) {
    const allow = [...known, 'OPTIONS'].join(', ')
    app.route({ method: 'OPTIONS', url, handler: (_request, reply) => reply.code(204).header('allow', allow).send() })
    const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter((method) => !known.has(method))
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new Refused('method_not_allowed')
      },
      handler: () => undefined,
    })
  }
}

function fail(deps: Dependencies, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = refusalOf(error)
  if (refused === null) {
    deps.log.error(
      {
        requestID: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? null,
        failure: describeFailure(error),
      },
      'a request failed',
    )
  }
  const retryAfter = refused?.details.retryAfterSeconds
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const problem = refused ? problemOf(refused, request.id) : brokenProblem(request.id)
  return reply
    .code(refused?.status ?? 500)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem))
}
