import type { IncomingHttpHeaders } from 'node:http'
import type * as z from 'zod/mini'
import type { Role } from '#domain/words.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { AnswerOf, Endpoint, InputOf, RefusalOf } from '#contract/endpoint.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Limit } from './limits.ts'
import { Refused, type RefusalDetails } from './refused.ts'

/** Who is calling. */
export interface Actor {
  readonly userID: string
  readonly role: Role
  readonly sessionID: string
  readonly fullName: string
  /** The phone this session belongs to, once one has said so. */
  readonly deviceID: string | null
  /** The office took that phone back: it may hand over work and nothing else. */
  readonly onRevokedPhone: boolean
  /** The setting `security.adminSecondFactor` asks a second factor of this admin, who has none: only what sets one up is answered. */
  readonly secondFactorMissing: boolean
}

/** Refusals any operation can give; the rules' own are named in its contract. */
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
  'disk_full',
  'broken',
] as const satisfies RefusalCode[]
type CommonRefusal = (typeof COMMON_REFUSALS)[number]

export interface Context<E extends Endpoint> {
  /** Who calls; on a public operation this throws 401 when nobody is signed in. */
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
  /** PUBLIC_URL when set, else empty: what addresses of ours begin with in answers. Never the caller's `Host`, which may name any site. */
  readonly origin: string
  /**
   * Scheme and host that passkeys belong to: PUBLIC_URL; without it the server's own address where the caller used that, else empty.
   * A Host made up by the caller is never believed.
   */
  readonly site: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Raw bytes of a `bytes` or `csv` body. */
  readonly bytes: Uint8Array | null
  refuse(code: RefusalOf<E> | CommonRefusal, details?: RefusalDetails): never
  /** Header lines of the answer, such as Location. */
  setHeader(name: string, value: string): void
}

/** A handler whose operation answers nothing returns nothing. */
type Said<E extends Endpoint> = AnswerOf<E> | RawAnswer | (undefined extends AnswerOf<E> ? void : never)

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<Said<E>>

/** An answer that is not JSON: a file. */
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
  /** Whether http opens a transaction around the handler; by default around every change. */
  readonly transaction?: boolean
  /**
   * The answer's ETag is a hash of caller, role, contract build and this part of the answer, and If-None-Match is
   * honoured with 304 (api.md, "ETag"). Leave out of it what changes by itself, such as signed addresses.
   */
  readonly hashEtag?: (answer: unknown) => unknown
  /** Counted in the database before the handler runs; one too many is 429. */
  readonly limits?: { readonly perSession?: Limit; readonly perAddress?: Limit }
  /** Refuses before the body is read: what carries its own proof costs a stranger no memory of ours. */
  readonly beforeBody?: (request: {
    readonly params: unknown
    readonly query: unknown
    readonly headers: IncomingHttpHeaders
    readonly now: Date
  }) => void
  /** For people outside: what a field holds where its own schema leaves that open, as when its parts are judged one by one. */
  readonly documented?: Readonly<Record<string, z.ZodMiniType>>
}

/**
 * Beside `hashEtag`: a text that is another one whenever the answer would be, for much less than the answer costs. Where it and the
 * caller's If-None-Match still stand together, 304 is answered without asking the handler. Null: for this caller there is none.
 */
export type Standing<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<string | null>

export interface Route extends RouteOptions {
  readonly endpoint: Endpoint
  readonly standing?: Standing<Endpoint>
  readonly handler: Handler<Endpoint>
  readonly transaction: boolean
}

/**
 * `serve(endpoint)(handler)`: the contract with who answers it.
 * A mutating route runs in one serialisable transaction unless `{ transaction: false }`.
 */
export function serve<E extends Endpoint>(
  endpoint: E,
  { standing, ...options }: RouteOptions & { readonly standing?: Standing<E> } = {},
) {
  return (handler: Handler<E>): Route => ({
    ...options,
    ...(standing && { standing: standing as unknown as Standing<Endpoint> }),
    endpoint,
    handler: handler as unknown as Handler<Endpoint>,
    transaction: options.transaction ?? endpoint.method !== 'GET',
  })
}

/** If-Match (api.md, "ETag"): 412 when somebody else changed the object meanwhile. */
export function requireVersion(ifMatch: number | null, version: number): void {
  if (ifMatch !== null && ifMatch !== version) throw new Refused('version_conflict')
}
