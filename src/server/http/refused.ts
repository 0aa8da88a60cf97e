import { refusals, type RefusalCode } from '#domain/refusals.ts'
import { waitInWords } from '#domain/waits.ts'

export interface RefusalDetails {
  /** A sentence more exact than the usual one. */
  readonly message?: string
  readonly fields?: Record<string, string>
  readonly reason?: string
  readonly count?: number
  readonly retryAfterSeconds?: number
}

/** Understood, and no. Thrown anywhere below a route, so that the transaction rolls back; answered by the one error handler. */
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

/** Of too many tries the sentence tells how long to wait, as Retry-After does for programs. */
function usualMessage(code: RefusalCode, { retryAfterSeconds }: RefusalDetails): string {
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return refusals[code].message
  return `Too many tries. Please wait ${waitInWords(retryAfterSeconds)}.`
}

/** Refuses a field by name: 422 with the sentence on the field. */
export function refuseField(field: string, sentence: string): never {
  throw new Refused('fields_invalid', { fields: { [field]: sentence } })
}
