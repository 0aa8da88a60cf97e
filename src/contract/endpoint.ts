import type * as z from 'zod/mini'
import type { Role } from '#domain/words.ts'
import type { DepotReach } from '#domain/depots.ts'
import type { Area } from '#domain/office-roles.ts'
import type { RefusalCode } from '#domain/refusals.ts'

/** `any`: every object; `own`: only the caller's own, another's answers 404 (api.md, "Errors"). */
export type Reach = 'any' | 'own'

/** The allowed callers: `public` needs no sign-in, else roles with their reach. Never empty. */
export type Roles = 'public' | AtLeastOne<Record<Role, Reach>>
type AtLeastOne<T> = { [K in keyof T]: Required<Pick<T, K>> & Partial<Omit<T, K>> }[keyof T]

/**
 * A kind of record, named by the part of its addresses after `/v1/` or `/v1/users/`, such as `suburbs`. `any` stands
 * for all.
 */
export type Nouns = readonly string[] | 'any'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Default limit of a body in bytes: the first for public operations, the second for those that need a session. */
export const PUBLIC_BYTES = 16_384
export const SIGNED_IN_BYTES = 65_536
/** Default limit of names and list entries in a JSON body, counted together at every depth. */
export const USUAL_VALUES = 2_000
/** Names in one object of a JSON body; the product's longest has fewer than 50. */
export const MAX_NAMES = 200
/** Nesting depth of objects and lists in a JSON body. */
export const MAX_DEPTH = 16

/**
 * One operation of the API, defined once: served by the server, called by the client, described in OpenAPI and
 * enumerated by the role test.
 *
 * `input` is one flat object: the `{names}` of the path, the query (GET, DELETE) and the JSON body (others).
 */
export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refusal extends RefusalCode = RefusalCode,
> {
  readonly method: Method
  /** OpenAPI style: `/v1/runs/{runOrderID}`. */
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly roles: Roles
  /** Which users of the office may call it (`domain/office-roles.ts`). Null: it is not the office's, or everybody's own. */
  readonly area: Area | null
  /** What it does for a user of the office who belongs to one depot; `firm`, which refuses them, unless it says so. */
  readonly depot: DepotReach
  /**
   * The nouns whose records a successful call may change; the office's screens refetch what is made from them. Required
   * for an operation that is not a GET.
   */
  readonly changes: Nouns
  /** Other nouns that the answer is made from: when one of them changes, the answer is stale. */
  readonly reads: Nouns
  readonly input: Input
  readonly output: Output
  /** Default 200; 201 creates an object, 204 has no body, 302 redirects. */
  readonly status: 200 | 201 | 204 | 302
  /** The refusals of business rules, besides those that any operation can give. */
  readonly refusals: readonly Refusal[]
  readonly body: 'json' | 'bytes' | 'csv'
  /** The largest body in bytes; more is 413, refused before it is read if Content-Length announces it. 0: no body. */
  readonly maxBytes: number
  /** Names and list entries of the largest JSON body; more is 413, refused before it is parsed. */
  readonly maxValues: number
  /** Needs no XSRF header, because it carries its own proof (signed link, signed upload, webhook). */
  readonly ownProof: boolean
  /** POST only: whether Idempotency-Key is honoured. */
  readonly idempotencyKey: boolean
  /** The answer is one object whose `version` is its ETag, and If-Match is honoured on PUT and DELETE. */
  readonly versioned: boolean
  /** A revoked device may call it to deliver its unsent work; the answer has no customer data. */
  readonly allowedWhenRevoked: boolean
  /** Allowed while the caller still has to set up the second factor that the firm requires. */
  readonly setsUpFactor: boolean
}

type Optional =
  | 'depot'
  | 'reads'
  | 'status'
  | 'body'
  | 'maxBytes'
  | 'maxValues'
  | 'ownProof'
  | 'idempotencyKey'
  | 'versioned'
  | 'allowedWhenRevoked'
  | 'setsUpFactor'

/** An operation on the firm's records that the office may call names its area: the compiler refuses one without. */
type OfAnArea =
  | { roles: Roles & { ADMIN: 'any' }; area: Area }
  | { roles: 'public' | AtLeastOne<Record<Exclude<Role, 'ADMIN'>, Reach> & { ADMIN: 'own' }>; area?: never }

// The bundler removes an unused operation from the driver's app.
/*#__NO_SIDE_EFFECTS__*/
export function endpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Refusal extends RefusalCode>(
  definition: Omit<Endpoint<Input, Output, Refusal>, Optional | 'method' | 'changes' | 'roles' | 'area'> &
    Partial<Pick<Endpoint<Input, Output, Refusal>, Optional>> &
    OfAnArea &
    ({ method: 'GET'; changes?: never } | { method: Exclude<Method, 'GET'>; changes: Nouns }),
): Endpoint<Input, Output, Refusal> {
  return {
    reads: [],
    depot: definition.area === undefined ? 'any' : 'firm',
    status: 200,
    body: 'json',
    maxBytes: definition.method === 'GET' ? 0 : definition.roles === 'public' ? PUBLIC_BYTES : SIGNED_IN_BYTES,
    maxValues: USUAL_VALUES,
    ownProof: false,
    idempotencyKey: definition.method === 'POST',
    versioned: false,
    allowedWhenRevoked: false,
    setsUpFactor: false,
    ...definition,
    area: definition.area ?? null,
    changes: definition.changes ?? [],
  }
}

/** What a handler gets: money in cents, instants as Dates. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** What a handler returns, in the same form; the server's edge writes the wire form, and checks it. */
export type AnswerOf<E extends Endpoint> = z.output<E['output']>
/** What a caller sends, in the wire form: money in AUD, instants as ISO texts. */
export type CallOf<E extends Endpoint> = z.input<E['input']>
/** What a caller receives, in the wire form. */
export type OutputOf<E extends Endpoint> = z.input<E['output']>
export type RefusalOf<E extends Endpoint> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer R> ? R : never

/** The noun of a path: `/v1/users/suburbs/{suburbID}` -> `suburbs`. */
export function nounOf(path: string): string {
  return /^\/v1\/(?:users\/)?([^/]+)/.exec(path)?.[1] ?? ''
}

/** The names in a path: `/v1/runs/{runOrderID}` -> ['runOrderID']. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
