import type * as z from 'zod/mini'
import type { Role } from '#domain/words.ts'
import type { RefusalCode } from '#domain/refusals.ts'

/** `any`: every object; `own`: only his own, another's answers 404 (api.md, "Errors"). */
export type Reach = 'any' | 'own'

/** Who may call: nobody needs to be signed in, or the roles with their reach. Never empty. */
export type Roles = 'public' | AtLeastOne<Record<Role, Reach>>
type AtLeastOne<T> = { [K in keyof T]: Required<Pick<T, K>> & Partial<Omit<T, K>> }[keyof T]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One operation of the product, written once: served by the server, called by the client,
 * described in OpenAPI and walked by the role test.
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
  readonly input: Input
  readonly output: Output
  /** 200 unless said otherwise; 201 makes an object, 204 answers nothing, 302 points elsewhere. */
  readonly status: 200 | 201 | 204 | 302
  /** The refusals of the rules this operation can give, beyond those any operation can. */
  readonly refusals: readonly Refusal[]
  /** A JSON body, bytes that are read raw, or text/csv. */
  readonly body: 'json' | 'bytes' | 'csv'
  /** Carries its own proof (signed link, signed upload, webhook) and so needs no XSRF header. */
  readonly ownProof: boolean
  /** POST only: whether Idempotency-Key is honoured. */
  readonly idempotencyKey: boolean
  /** The answer is one object whose `version` is its ETag, and If-Match is honoured on PUT and DELETE. */
  readonly versioned: boolean
  /** A phone that the office took back may still call it: it hands over work, and learns nothing about customers. */
  readonly handsOver: boolean
  /** Answered although the caller still has to set up the second factor the firm asks for. */
  readonly setsUpFactor: boolean
}

type Optional = 'status' | 'body' | 'ownProof' | 'idempotencyKey' | 'versioned' | 'handsOver' | 'setsUpFactor'

// For the bundler: an operation nobody calls leaves no trace in a driver's app.
/*#__NO_SIDE_EFFECTS__*/
export function endpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Refusal extends RefusalCode>(
  definition: Omit<Endpoint<Input, Output, Refusal>, Optional> & Partial<Pick<Endpoint<Input, Output, Refusal>, Optional>>,
): Endpoint<Input, Output, Refusal> {
  return {
    status: 200,
    body: 'json',
    ownProof: false,
    idempotencyKey: definition.method === 'POST',
    versioned: false,
    handsOver: false,
    setsUpFactor: false,
    ...definition,
  }
}

/** What a handler is given. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
/** What a caller hands in. */
export type CallOf<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
/** What a handler returns; checked against the schema before it leaves. */
export type AnswerOf<E extends Endpoint> = z.input<E['output']>
export type RefusalOf<E extends Endpoint> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer R> ? R : never

/** The names in a path: `/v1/runs/{runOrderID}` -> ['runOrderID']. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
}
