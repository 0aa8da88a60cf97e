import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refused } from './refused.ts'
import { versionEtag } from './etags.ts'
import type { StoredAnswer } from './idempotency.ts'
import { COMMON_REFUSALS } from './serve.ts'

/** The caller gets 500; which fields broke the contract is only in the log. */
export class BrokenContract extends Error {
  override readonly name = 'BrokenContract'
}

/**
 * Puts the handler's result into wire form, checks it against the contract and drops unknown fields. Throws BrokenContract with the paths of
 * invalid fields, never with their values.
 */
export function checkedAnswer(
  endpoint: Endpoint,
  result: unknown,
  headers: Readonly<Record<string, string>>,
): StoredAnswer {
  const checked = z.safeEncode(endpoint.output, result)
  if (!checked.success) {
    const places = [...new Set(checked.error.issues.map((issue) => issue.path.map(String).join('.') || '(answer)'))]
    throw new BrokenContract(
      `The answer of ${endpoint.method} ${endpoint.path} is not what its contract says at: ${places.join(', ')}`,
    )
  }
  const answer = checked.data
  const body = endpoint.status === 204 || answer === undefined ? null : JSON.stringify(answer)
  return { status: endpoint.status, headers: { ...headers, ...headersOf(endpoint, answer) }, body }
}

function headersOf(endpoint: Endpoint, answer: unknown): Record<string, string> {
  if (typeof answer !== 'object' || answer === null) return {}
  if (endpoint.status === 302 && 'url' in answer && typeof answer.url === 'string') return { location: answer.url }
  // A created object has a version too, for the first If-Match.
  const single = endpoint.versioned || endpoint.status === 201
  if (single && 'version' in answer && typeof answer.version === 'number') return { etag: versionEtag(answer.version) }
  return {}
}

/** A refusal that the contract of the operation does not list is a bug. */
export function checkRefusal(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof Refused)) return
  const named: readonly string[] = endpoint.refusals
  const common: readonly string[] = COMMON_REFUSALS
  const ofVersions = endpoint.versioned && error.code === 'version_conflict'
  if (named.includes(error.code) || common.includes(error.code) || ofVersions) return
  throw new BrokenContract(
    `${endpoint.method} ${endpoint.path} refused with ${error.code}, which its contract does not name`,
  )
}
