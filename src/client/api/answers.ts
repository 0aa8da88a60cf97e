import type { Problem } from '#contract/problem.ts'

/** What became of one call. Nothing is thrown for a bad link: a dead spot is not an error (architecture.md, "How failures travel"). */
export type Answer<Value> = Ok<Value> | NotModified | RefusedAnswer | Offline | Foreign

/** Provably ours, and as the contract says. */
export interface Ok<Value> {
  readonly kind: 'ok'
  readonly value: Value
  readonly status: number
  readonly etag: string | null
}

/** 304: what the caller holds is still what the office has. */
export interface NotModified {
  readonly kind: 'not-modified'
}

/** Provably ours: understood, and no. Also 5xx of ours; `isVerdict` tells them apart. */
export interface RefusedAnswer {
  readonly kind: 'refused'
  readonly status: number
  readonly problem: Problem
  /** Of Retry-After, ms. */
  readonly retryAfterMs: number | null
}

/** No answer came. */
export interface Offline {
  readonly kind: 'offline'
  readonly why: 'network' | 'timeout' | 'stopped'
}

/** Something answered, but not provably our server: a captive portal, a proxy, half an answer. No verdict on anything. */
export interface Foreign {
  readonly kind: 'foreign'
  readonly status: number
  readonly why: 'not-ours' | 'redirect' | 'truncated' | 'shape'
  readonly retryAfterMs: number | null
  /** `shape` only: our server's JSON that this build's contract does not know. */
  readonly body?: unknown
}

/** 408, 425, 429 and 5xx say nothing about what was asked. */
export function isVerdict(answer: RefusedAnswer): boolean {
  return answer.status < 500 && ![408, 425, 429].includes(answer.status)
}
