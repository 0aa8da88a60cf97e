import { refusals, type RefusalCode } from '#domain/refusals.ts'
import { waitInWords } from '#domain/waits.ts'

export interface RefusalDetails {
  /** A sentence more specific than the default. */
  readonly message?: string
  readonly fields?: Record<string, string>
  readonly reason?: string
  readonly count?: number
  readonly retryAfterSeconds?: number
}

/**
 * A valid request that is refused. Thrown anywhere below a route, so that the transaction rolls back; the error handler
 * answers it.
 */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? usualMessage(code, details))
    this.name = 'Refused'
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** The sentence for too many tries contains the waiting time that Retry-After gives to programs. */
function usualMessage(code: RefusalCode, { retryAfterSeconds }: RefusalDetails): string {
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return refusals[code].message
  return `Too many tries. Please wait ${waitInWords(retryAfterSeconds)}.`
}

/** Refuses one field (422) with a sentence. */
export function refuseField(field: string, sentence: string): never {
  throw new Refused('fields_invalid', { fields: { [field]: sentence } })
}
