import type { IncomingHttpHeaders } from 'node:http'
import type * as z from 'zod/mini'
import type { Role } from '#domain/words.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { AnswerOf, Endpoint, InputOf, RefusalOf } from '#contract/endpoint.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Limit } from './limits.ts'
import { Refused, type RefusalDetails } from './refused.ts'

/** The caller. */
export interface Actor {
  readonly userID: string
  readonly role: Role
  readonly sessionID: string
  readonly fullName: string
  /** The phone this session belongs to, once it has sent its id. */
  readonly deviceID: string | null
  /** The office revoked that phone: it may only deliver its unsent work. */
  readonly onRevokedDevice: boolean
  /**
   * The setting `security.adminSecondFactor` requires a second factor of this admin, who has none: only the calls that
   * set one up are answered.
   */
  readonly secondFactorMissing: boolean
}

/** Refusals that any operation can give; those of business rules are listed in its contract. */
export const COMMON_REFUSALS = [
  'not_understood',
  'body_too_deep',
  'xsrf_mismatch',
  'unauthenticated',
  'session_expired',
  'forbidden',
  'device_revoked',
  'second_factor_missing',
  'not_found',
  'method_not_allowed',
  'fields_invalid',
  'body_too_large',
  'idempotency_running',
  'idempotency_key_reused',
  'rate_limited',
  'unavailable',
  'too_slow',
  'disk_full',
  'broken',
] as const satisfies RefusalCode[]
type CommonRefusal = (typeof COMMON_REFUSALS)[number]

export interface Context<E extends Endpoint> {
  /** The caller; on a public operation this throws 401 when there is no session. */
  readonly actor: Actor
  readonly maybeActor: Actor | null
  /**
   * In a POST, PUT or DELETE the open transaction (serialisable, retried as a whole on conflict: do only SQL),
   * in a GET the plain database.
   */
  readonly db: Queryable
  /** The database outside the transaction: only for routes served with `{ transaction: false }`. */
  readonly database: Database
  readonly now: Date
  /** The version of If-Match, when the caller sent one. Compare with `requireVersion`. */
  readonly ifMatch: number | null
  readonly requestID: string
  readonly ip: string
  /**
   * PUBLIC_URL when set, else empty: the prefix of the server's addresses in answers. Never the request's `Host`, which
   * may name any site.
   */
  readonly origin: string
  /**
   * Scheme and host that passkeys belong to: PUBLIC_URL; without it the server's own address where the caller used
   * that, else empty. A forged Host is never used.
   */
  readonly site: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Raw bytes of a `bytes` or `csv` body. */
  readonly bytes: Uint8Array | null
  refuse(code: RefusalOf<E> | CommonRefusal, details?: RefusalDetails): never
  /** Header lines of the answer, such as Location. */
  setHeader(name: string, value: string): void
}

/** A handler of an operation without output returns nothing. */
type Said<E extends Endpoint> = AnswerOf<E> | RawAnswer | (undefined extends AnswerOf<E> ? void : never)

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<Said<E>>

/** An answer that is not JSON: a file. With an `etag` among its headers If-None-Match is answered 304. */
export class RawAnswer {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly headers: Record<string, string>

  constructor(bytes: Uint8Array, contentType: string, headers: Record<string, string> = {}) {
    this.bytes = bytes
    this.contentType = contentType
    this.headers = headers
  }
}

export interface RouteOptions {
  /** Whether a transaction is opened around the handler; by default for every mutating operation. */
  readonly transaction?: boolean
  /**
   * The answer's ETag is a hash of caller, role, contract build and this part of the answer, and If-None-Match is
   * honoured with 304 (api.md, "ETag"). Exclude what changes by itself, such as signed addresses.
   */
  readonly hashEtag?: (answer: unknown) => unknown
  /** Counted in the database before the handler runs; above the limit it is 429. */
  readonly limits?: { readonly perSession?: Limit; readonly perAddress?: Limit }
  /** Refuses before the body is read: an invalid signed request then costs no memory. */
  readonly beforeBody?: (request: {
    readonly params: unknown
    readonly query: unknown
    readonly headers: IncomingHttpHeaders
    readonly now: Date
  }) => void
  /**
   * For OpenAPI: the content of a field whose schema leaves it open, for example because its items are validated one by
   * one.
   */
  readonly documented?: Readonly<Record<string, z.ZodMiniType>>
}

/**
 * In addition to `hashEtag`: a text that changes whenever the answer would, and is much cheaper to compute. If both the
 * text and the caller's If-None-Match are unchanged, 304 is answered without calling the handler. Null: not available
 * for this caller.
 */
export type EtagVersion<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<string | null>

/**
 * It reads over everything there is, so it takes long where there is much: it gets connections of its own, and few of
 * them are answered at once, because each may hold every customer in memory. It writes nothing: it is given up when its
 * caller has left or it takes too long. A function: for some inputs.
 */
export type Slow<E extends Endpoint> = boolean | ((input: InputOf<E>) => boolean)

export interface Route extends RouteOptions {
  readonly endpoint: Endpoint
  readonly slow: (input: InputOf<Endpoint>) => boolean
  readonly etagVersion?: EtagVersion<Endpoint>
  readonly handler: Handler<Endpoint>
  readonly transaction: boolean
}

/**
 * `serve(endpoint)(handler)`: combines the contract with its handler. A mutating route runs in one serialisable
 * transaction unless `{ transaction: false }`.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  {
    etagVersion,
    slow = false,
    ...options
  }: RouteOptions & { readonly etagVersion?: EtagVersion<E>; readonly slow?: Slow<E> } = {},
) {
  const transaction = options.transaction ?? endpoint.method !== 'GET'
  if (transaction && slow !== false) throw new Error(`${endpoint.path} writes and can't be slow`)
  return (handler: Handler<E>): Route => ({
    ...options,
    ...(etagVersion && { etagVersion: etagVersion as unknown as EtagVersion<Endpoint> }),
    endpoint,
    slow: typeof slow === 'function' ? (slow as Route['slow']) : () => slow,
    handler: handler as unknown as Handler<Endpoint>,
    transaction,
  })
}

/** If-Match (api.md, "ETag"): 412 when the object was changed in the meantime. */
export function requireVersion(ifMatch: number | null, version: number): void {
  if (ifMatch !== null && ifMatch !== version) throw new Refused('version_conflict')
}
