import type { EventVerdict } from '#contract/v1/done.ts'
import { exceptionWords } from '#domain/exceptions.ts'
import { refusals } from '#domain/refusals.ts'

/** Why an event is not kept: it can't be read, is somebody else's, is too large, or its photo is not here. Judged afresh when it is sent again. */
const REJECTIONS = {
  malformed: 'This record can’t be read.',
  actor_wrong: 'This record was made by somebody else.',
  event_too_large: 'This record is too large: the office keeps at most 16 kB of each.',
  event_differs: 'The office has this record already, and there it says something else.',
  photo_not_uploaded: 'The photo has not arrived yet.',
  photo_damaged: 'The photo that arrived is not the one that was taken.',
  store_away: 'The photo could not be stored just now. Please try again later.',
} as const
export type Rejection = keyof typeof REJECTIONS

export function rejected(eventID: string, code: Rejection): EventVerdict {
  return { eventID, result: 'rejected', code, message: REJECTIONS[code] }
}

/** The sentence of a code that stands beside a kept event. */
export function codeWords(code: string): string {
  if (Object.hasOwn(exceptionWords, code)) return exceptionWords[code as keyof typeof exceptionWords]
  return code === 'too_many_files' ? refusals.too_many_files.message : code
}

interface Kept {
  eventID: string
  result: 'applied' | 'review'
  code: string | null
  jobVersion: number | null
}

export function verdictOf({ eventID, result, code, jobVersion }: Kept, duplicate = false): EventVerdict {
  return {
    eventID,
    result: duplicate ? 'duplicate' : result,
    ...(jobVersion === null ? {} : { jobVersion }),
    ...(code === null ? {} : { code, message: codeWords(code) }),
  }
}
