import type { Problem } from '#contract/problem.ts'

/**
 * The result of one call. A network failure is a value, because missing signal is not an error (architecture.md, "How
 * failures travel").
 */
export type Answer<Value> = Ok<Value> | NotModified | RefusedAnswer | Offline | Foreign

/** Proven to be our server's, in the contract's shape. */
export interface Ok<Value> {
  readonly kind: 'ok'
  readonly value: Value
  readonly status: number
  readonly etag: string | null
  /** The server's time of the answer, epoch ms, to the second; absent where it says none. */
  readonly saidAt?: number | undefined
}

/** 304: the caller's copy is current. */
export interface NotModified {
  readonly kind: 'not-modified'
  /** As of `Ok`. */
  readonly saidAt?: number | undefined
}

/** A refusal that is proven to be our server's, also of our own 5xx; `isVerdict` separates them. */
export interface RefusedAnswer {
  readonly kind: 'refused'
  readonly status: number
  readonly problem: Problem
  /** From Retry-After, ms. */
  readonly retryAfterMs: number | null
}

export interface Offline {
  readonly kind: 'offline'
  readonly why: 'network' | 'timeout' | 'stopped'
}

/** An answer that is not proven to be our server's: a captive portal, a proxy, a truncated answer. Not a verdict. */
export interface Foreign {
  readonly kind: 'foreign'
  readonly status: number
  readonly why: 'not-ours' | 'redirect' | 'truncated' | 'shape'
  readonly retryAfterMs: number | null
  /** `shape` only: our server's JSON that does not match this build's contract. */
  readonly body?: unknown
}

/** 408, 425, 429 and 5xx are not verdicts on the request. */
export function isVerdict(answer: RefusedAnswer): boolean {
  return answer.status < 500 && ![408, 425, 429].includes(answer.status)
}
