import * as z from 'zod/mini'
import { type CallOf, type Endpoint, type OutputOf, pathNames } from '#contract/endpoint.ts'
import { problem } from '#contract/problem.ts'
import { getConfig } from '#contract/v1/session.ts'
import type { Answer, Foreign, Offline } from './answers.ts'

export interface CallPorts {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The session's token, or null when signed out. */
  token(): string | null | Promise<string | null>
  /** Value of the XSRF-TOKEN cookie, or null when there is none yet. */
  xsrf(): Promise<string | null>
  /** Base address of /v1: `/v1` unless the build sets another. */
  base?: string
  appBuild?: string
  /** Sessions are bound to it. */
  deviceID?: string
  timers?: Timers
}

export interface Timers {
  set(ms: number, run: () => void): unknown
  clear(handle: unknown): void
}

export interface CallOptions {
  /**
   * Aborts after this many ms without a byte. Screens have no limit (as the spec requires), the background has 30 s.
   */
  timeLimitMs?: number
  /** The ETag of the caller's copy; the answer is `not-modified` when nothing changed. */
  ifNoneMatch?: string | null
  /** The version the form was opened with. */
  ifMatch?: number | undefined
  idempotencyKey?: string | undefined
  /** The answer to a PUT needs only the verdicts, not the object (RFC 7240, `return=minimal`). */
  minimal?: boolean
  /** A file instead of JSON, for an endpoint that takes one; its input then goes into the query. */
  body?: Blob
  signal?: AbortSignal
  /** The part of a file that is wanted, bytes, both included. */
  range?: { readonly from: number; readonly to: number }
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options?: CallOptions,
) => Promise<Answer<OutputOf<E>>>

/** Every answer of our server has this header; no other server sends it. */
export const OURS_HEADER = 'X-Bagrun'

/** The only place that calls our API with fetch. Never throws for a network failure; see Answer. */
export function createCall(ports: CallPorts): Call {
  const base = (ports.base ?? '/v1').replace(/\/$/, '')

  async function once(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options: CallOptions,
    xsrf: string | null,
  ): Promise<Answer<unknown>> {
    const headers: Record<string, string> = { Accept: 'application/json' }
    const token = await ports.token()
    if (token !== null) headers.Authorization = `Bearer ${token}`
    if (xsrf !== null) headers['X-XSRF-TOKEN'] = xsrf
    if (ports.appBuild) headers['X-App-Build'] = ports.appBuild
    if (ports.deviceID) headers['X-Device-ID'] = ports.deviceID
    if (options.ifNoneMatch) headers['If-None-Match'] = options.ifNoneMatch
    if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`
    if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
    if (options.minimal) headers.Prefer = 'return=minimal'
    if (options.range) headers.Range = `bytes=${options.range.from}-${options.range.to}`
    const { url, body } = addressOf(base, endpoint, input, options.body)
    if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'application/json' : body.type
    const init: RequestInit = {
      method: endpoint.method,
      headers,
      redirect: 'manual',
      credentials: 'same-origin',
      // The browser keeps parts of a file, and asks whether they are unchanged.
      cache: options.range ? 'no-cache' : 'no-store',
    }
    if (body !== undefined) init.body = body
    return judge(await exchange(ports, url, init, options), endpoint)
  }

  async function call(
    endpoint: Endpoint,
    input: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<Answer<unknown>> {
    if (endpoint.method === 'GET' || endpoint.ownProof) return once(endpoint, input, options, null)
    const first = await once(endpoint, input, options, (await ports.xsrf()) ?? (await freshXsrf(options)))
    // A stale XSRF cookie says nothing about the request, which is repeated once with a new one (api.md, "XSRF").
    if (first.kind !== 'refused' || first.problem.code !== 'xsrf_mismatch') return first
    return once(endpoint, input, options, await freshXsrf(options))
  }

  /** Any answer sets the cookie when it is missing. */
  async function freshXsrf(options: CallOptions): Promise<string | null> {
    await once(getConfig, {}, { timeLimitMs: options.timeLimitMs, signal: options.signal }, null)
    return ports.xsrf()
  }

  return call as Call
}

function addressOf(
  base: string,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  file?: Blob,
): { url: string; body: string | Blob | undefined } {
  const inPath = pathNames(endpoint.path)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
  const url = base + path.slice('/v1'.length)
  if (endpoint.body === 'json' && endpoint.method !== 'GET' && endpoint.method !== 'DELETE')
    return { url, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()
  return { url: query === '' ? url : `${url}?${query}`, body: file }
}

/** A received answer before it is classified. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly redirected: boolean
  /** Null: the answer broke off before its end. */
  readonly bytes: Uint8Array<ArrayBuffer> | null
}

/**
 * One request and its whole answer, with a limit on the time without a byte. Also used for photos, whose signed
 * addresses are not part of our API.
 */
export async function exchange(
  ports: Pick<CallPorts, 'fetch' | 'timers'>,
  url: string,
  init: RequestInit,
  options: CallOptions,
): Promise<Received | Offline> {
  const abort = new AbortController()
  let silent = false
  const patience = startPatience(ports.timers, options.timeLimitMs, () => {
    silent = true
    abort.abort()
  })
  const stop = () => abort.abort()
  options.signal?.addEventListener('abort', stop)
  if (options.signal?.aborted) stop()
  try {
    // Raced, because some fetch implementations do not abort on a dead connection.
    const response = await Promise.race([ports.fetch(url, { ...init, signal: abort.signal }), patience.over])
    patience.renew()
    const redirected = response.redirected || response.type === 'opaqueredirect'
    const bytes = await Promise.race([readBytes(response, patience.renew), patience.over])
    return { status: response.status, headers: response.headers, redirected, bytes }
  } catch {
    return { kind: 'offline', why: silent ? 'timeout' : options.signal?.aborted ? 'stopped' : 'network' }
  } finally {
    patience.end()
    options.signal?.removeEventListener('abort', stop)
  }
}

async function readBytes(response: Response, gotSome: () => void): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return joined(chunks)
      gotSome()
      chunks.push(value)
    }
  } catch {
    return null
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function startPatience(timers: Timers | undefined, limitMs: number | undefined, onSilence: () => void) {
  if (!timers || limitMs === undefined)
    return { over: new Promise<never>(() => undefined), renew: () => undefined, end: () => undefined }
  let giveUp: (reason: Error) => void = () => undefined
  const over = new Promise<never>((_, reject) => (giveUp = reject))
  over.catch(() => undefined)
  const start = () =>
    timers.set(limitMs, () => {
      onSilence()
      giveUp(new Error('silence'))
    })
  let handle = start()
  const end = () => timers.clear(handle)
  return {
    over,
    renew: () => {
      end()
      handle = start()
    },
    end,
  }
}

function judge(received: Received | Offline, endpoint: Endpoint): Answer<unknown> {
  if ('kind' in received) return received
  const { status, headers, bytes } = received
  const retryAfterMs = retryAfterOf(headers.get('Retry-After'))
  const foreign = (why: Foreign['why'], body?: unknown): Foreign => ({
    kind: 'foreign',
    status,
    why,
    retryAfterMs,
    body,
  })
  if (received.redirected || status === 0 || (status >= 300 && status < 400 && status !== 304))
    return foreign('redirect')
  if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')
  const saidAt = instantOf(headers.get('Date'))
  if (status === 304) return { kind: 'not-modified', saidAt }
  if (bytes === null) return foreign('truncated')
  if (status === 204) return { kind: 'ok', value: undefined, status, etag: null }
  const type = headers.get('Content-Type') ?? ''
  if (/^application\/(pdf|vnd\.pmtiles)$/.test(type) && status < 400)
    return { kind: 'ok', value: new Blob([bytes], { type }), status, etag: headers.get('ETag') }
  if (!/^application\/(problem\+)?json\b/.test(type)) return foreign('not-ours')
  const body = parse(bytes)
  if (body === undefined) return foreign('truncated')
  if (status >= 400) {
    const refusal = z.safeParse(problem, body)
    return refusal.success ? { kind: 'refused', status, problem: refusal.data, retryAfterMs } : foreign('shape', body)
  }
  // The answer stays in the wire form, in which the phone and the cache of look-ups keep it.
  return z.safeParse(endpoint.output, body).success
    ? { kind: 'ok', value: body, status, etag: headers.get('ETag'), saidAt }
    : foreign('shape', body)
}

/** The JSON of an answer, or undefined where it is missing or incomplete. */
export function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function instantOf(date: string | null): number | undefined {
  const instant = Date.parse(date ?? '')
  return Number.isNaN(instant) ? undefined : instant
}

/** Reads seconds, as our server and most proxies send it. A date is ignored, and the usual back-off applies. */
function retryAfterOf(value: string | null): number | null {
  const seconds = value === null ? Number.NaN : Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
