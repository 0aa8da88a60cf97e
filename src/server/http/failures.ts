import type { Problem } from '#contract/problem.ts'
import { refusals } from '#domain/refusals.ts'
import { StorageFull } from '../db/disk-space.ts'
import { connectionLost, describeDatabaseError, nulRefused, tookTooLong, worthRetrying } from '../db/errors.ts'
import { PaymentsTrouble } from '../payments-port.ts'
import { StorageTrouble } from '../ports.ts'
import { Refused } from './refused.ts'

const RETRY_SECONDS = 2
const PAYMENTS_RETRY_SECONDS = 60

/** The refusal that answers an error; null when the error is a bug. */
export function refusalOf(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  if (error instanceof StorageFull) return new Refused('disk_full')
  if (error instanceof StorageTrouble)
    return error.kind === 'full'
      ? new Refused('disk_full')
      : new Refused('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  if (error instanceof PaymentsTrouble) return ofPayments(error)
  if (connectionLost(error) || worthRetrying(error) || tookTooLong(error))
    return new Refused('unavailable', { retryAfterSeconds: RETRY_SECONDS })
  if (nulRefused(error))
    return new Refused('not_understood', { message: 'A text holds a NUL character, which can’t be kept.' })
  return ofHttp(error)
}

/** A request that breaks a rule of the provider is a bug. */
function ofPayments({ kind }: PaymentsTrouble): Refused | null {
  if (kind === 'away') return new Refused('payments_unavailable', { retryAfterSeconds: PAYMENTS_RETRY_SECONDS })
  return kind === 'amount' ? new Refused('amount_not_payable') : null
}

function ofHttp(error: unknown): Refused | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refused('body_too_large')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refused('not_understood', { message: 'The body is not as long as Content-Length says.' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refused('not_understood', { message: 'The body has to be sent as application/json.' })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refused('not_found')
    case 'FST_ERR_BAD_URL':
      return new Refused('not_understood', { message: 'The address is not valid.' })
    default:
      // The client's files: a path outside their folder, or a missing file.
      if (error.statusCode === 403 || error.statusCode === 404) return new Refused('not_found')
      return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500
        ? new Refused('not_understood')
        : null
  }
}

/** The body of a refusal (api.md, "Errors"). */
export function problemOf(refused: Refused, requestID: string): Problem {
  const { fields, reason, count } = refused.details
  return {
    message: refused.message,
    code: refused.code,
    ...(fields && { fields }),
    ...(reason !== undefined && { reason }),
    ...(count !== undefined && { count }),
    requestID,
  }
}

export function brokenProblem(requestID: string): Problem {
  return { message: refusals.broken.message, code: 'broken', requestID }
}

/**
 * What is logged of a bug: its kind and where it happened. Messages may quote data, so only those of the database
 * module are logged.
 */
export function describeFailure(error: unknown): Record<string, unknown> {
  const frames =
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 12)
          .map((line) => line.trim())
      : []
  const name = error instanceof Error ? error.name : typeof error
  return { name, ...describeDatabaseError(error), frames }
}

/** The same without the message: work in the background handles people's data, which any library's message may quote. */
export function kindAndPlace(error: unknown): Record<string, unknown> {
  const { message: _quotes, ...rest } = describeFailure(error)
  return rest
}
