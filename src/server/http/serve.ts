import type { IncomingHttpHeaders } from 'node:http'
import type * as z from 'zod/mini'
import { mayCall } from '#contract/office-access.ts'
import { type TokenScope, tokenScopeOf } from '#contract/token-scopes.ts'
import { type Area, type OfficeRole, permits } from '#domain/office-roles.ts'
import type { Role } from '#domain/words.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { AnswerOf, Endpoint, InputOf, RefusalOf } from '#contract/endpoint.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { Limit } from './limits.ts'
import { Refused, type RefusalDetails } from './refused.ts'

export interface Actor {
  readonly userID: string
  readonly role: Role
  /** Which part of the office's work an admin does; null: the caller is no admin. */
  readonly officeRole: OfficeRole | null
  /** The only depot whose records an admin sees. Null: the admin sees every depot, or the caller is no admin. */
  readonly depotID: string | null
  /** For a program this is the id of its API token, so that what is counted by session is counted by token. */
  readonly sessionID: string
  readonly fullName: string
  /** The phone that this session belongs to, once it has sent its id. */
  readonly deviceID: string | null
  /** The office revoked that phone: it may only deliver its unsent work. */
  readonly onRevokedDevice: boolean
  /**
   * The setting `security.adminSecondFactor` requires a second factor, and this admin has none: only the calls that set
   * one up are answered.
   */
  readonly secondFactorMissing: boolean
  /** The API token of a program that acts in this admin's name; absent: the person is signed in. */
  readonly tokenID?: string
  /** What that token reaches; absent: the person is signed in. */
  readonly scopes?: readonly TokenScope[]
}

/** Whether an API token, if the caller is one, reaches an operation: what else it would read or change is left out. */
export const reaches = ({ scopes }: Pick<Actor, 'scopes'>, endpoint: Endpoint): boolean => {
  const scope = tokenScopeOf(endpoint)
  return scopes === undefined || (scope !== null && scopes.includes(scope))
}

/**
 * Refuses an API token that does not reach an operation. The gate has asked for the one that is called; a handler asks
 * for another whose work it does too.
 */
export function requireScope(actor: Pick<Actor, 'scopes'>, endpoint: Endpoint): void {
  if (reaches(actor, endpoint)) return
  const scope = tokenScopeOf(endpoint)
  throw new Refused('token_scope', {
    message: scope === null ? 'No API token may do this.' : `This API token lacks the scope ${scope}.`,
  })
}

/** Whether the caller is a user of the office whose role includes an operation: what else it may read is left out. */
export const includes = (
  { officeRole, depotID, scopes }: Pick<Actor, 'officeRole' | 'depotID' | 'scopes'>,
  endpoint: Endpoint,
): boolean => officeRole !== null && mayCall({ officeRole, depotID }, endpoint) && reaches({ scopes }, endpoint)

/** Whether the caller's role in the office, if they have one, includes reading what an area holds. */
export const mayRead = ({ officeRole }: Pick<Actor, 'officeRole'>, area: Area): boolean =>
  officeRole === null || permits(officeRole, area, 'read')

/** Whether the caller's role in the office, if they have one, includes changing what an area holds. */
export const mayChange = ({ officeRole }: Pick<Actor, 'officeRole'>, area: Area): boolean =>
  officeRole === null || permits(officeRole, area, 'change')

/**
 * Refuses an admin whose role in the office may not change what an area holds, where one operation touches two areas.
 * The gate has asked for the operation's own.
 */
export function requireArea(actor: Pick<Actor, 'officeRole'>, area: Area): void {
  if (!mayChange(actor, area)) throw new Refused('office_role')
}

/** Refusals that any operation can give; the contract lists those of business rules. */
export const COMMON_REFUSALS = [
  'not_understood',
  'body_too_deep',
  'xsrf_mismatch',
  'unauthenticated',
  'session_expired',
  'forbidden',
  'office_role',
  'token_scope',
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
  /** On a public operation reading this throws 401 when there is no session. */
  readonly actor: Actor
  readonly maybeActor: Actor | null
  /**
   * In a POST, PUT or DELETE the open transaction, which is serialisable and retried as a whole: do only SQL. In a GET
   * the plain database.
   */
  readonly db: Queryable
  /** The database outside the transaction, only for routes with `{ transaction: false }`. */
  readonly database: Database
  readonly now: Date
  /** The version in If-Match, if sent. Compare with `requireVersion`. */
  readonly ifMatch: number | null
  readonly requestID: string
  readonly ip: string
  /**
   * PUBLIC_URL when set, else empty: the prefix of addresses in answers. Never the `Host` of the request, which may
   * name any site.
   */
  readonly origin: string
  /**
   * Scheme and host that passkeys belong to: PUBLIC_URL; without it the server's own address if the caller used that,
   * else empty. Never a forged Host.
   */
  readonly site: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Raw bytes of a `bytes` or `csv` body. */
  readonly bytes: Uint8Array | null
  refuse(code: RefusalOf<E> | CommonRefusal, details?: RefusalDetails): never
  setHeader(name: string, value: string): void
}

/** A handler without output returns nothing. */
type Handled<E extends Endpoint> = AnswerOf<E> | RawAnswer | FileAnswer | (undefined extends AnswerOf<E> ? void : never)

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<Handled<E>>

/** An answer that is not JSON, such as a file. If its headers have an `etag`, If-None-Match is answered with 304. */
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

/** A file of the server's disk that may be larger than memory: sent as it is read, or the part that Range asks for. */
export class FileAnswer {
  readonly file: string
  readonly contentType: string

  constructor(file: string, contentType: string) {
    this.file = file
    this.contentType = contentType
  }
}

export interface RouteOptions {
  /** Whether the handler runs in a transaction; by default in every mutating operation. */
  readonly transaction?: boolean
  /**
   * The part of the answer whose hash, with caller, role and contract build, is the ETag (api.md, "ETag"). Exclude what
   * changes by itself, such as signed addresses.
   */
  readonly hashEtag?: (answer: unknown) => unknown
  /** Counted in the database before the handler runs; above the limit the answer is 429. */
  readonly limits?: { readonly perSession?: Limit; readonly perUser?: Limit; readonly perAddress?: Limit }
  /** Whether a public operation writes for strangers or customers, which is refused first when the disk fills up. */
  readonly ofStrangers?: (params: unknown) => boolean
  /** Refuses before the body is read, so that a request with a wrong signature costs no memory. */
  readonly beforeBody?: (request: {
    readonly params: unknown
    readonly query: unknown
    readonly headers: IncomingHttpHeaders
    readonly now: Date
  }) => void
  /**
   * For OpenAPI: the content of fields that their schema leaves open, for example because items are checked one by one.
   */
  readonly documented?: Readonly<Record<string, z.ZodMiniType>>
}

/**
 * An optional addition to `hashEtag`: a text that changes whenever the answer would, and is much cheaper to compute.
 * While it and the caller's If-None-Match are unchanged, 304 is answered without calling the handler. Null: not
 * available for this caller.
 */
export type EtagVersion<E extends Endpoint> = (input: InputOf<E>, context: Context<E>) => Promise<string | null>

/**
 * The operation reads all rows there are, and so takes long in a large firm. It gets its own connections and writes
 * nothing. Few run at once, because each may hold every customer in memory. It is given up when the caller has left or
 * it takes too long. A function decides by the input.
 */
export type Slow<E extends Endpoint> = boolean | ((input: InputOf<E>) => boolean)

export interface Route extends RouteOptions {
  readonly endpoint: Endpoint
  readonly slow: (input: InputOf<Endpoint>) => boolean
  readonly etagVersion?: EtagVersion<Endpoint>
  readonly handler: Handler<Endpoint>
  readonly transaction: boolean
}

/** `serve(endpoint)(handler)` combines a contract with its handler. */
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

/** Refuses with 412 when the object was changed after the version in If-Match (api.md, "ETag"). */
export function requireVersion(ifMatch: number | null, version: number): void {
  if (ifMatch !== null && ifMatch !== version) throw new Refused('version_conflict')
}
