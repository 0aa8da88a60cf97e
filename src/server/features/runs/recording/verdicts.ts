import type { EventVerdict } from '#contract/v1/done.ts'
import { exceptionWords } from '#domain/exceptions.ts'
import { PHOTO_FAULTS } from '#domain/photo-check.ts'
import { refusals } from '#domain/refusals.ts'

/**
 * Why an event is not stored: it can't be parsed, belongs to another user, is too large, or its photo is missing. It is
 * judged again when it is sent again.
 */
const REJECTIONS = {
  malformed: 'This record can’t be read.',
  actor_wrong: 'This record was made by another driver.',
  event_too_large: 'This record is too large. Max size: 16 kB',
  event_differs: 'The office already has a different version of this record.',
  photo_not_uploaded: 'The photo hasn’t arrived yet.',
  photo_damaged: 'The photo that arrived is damaged.',
  photo_incomplete: PHOTO_FAULTS.photo_incomplete,
  photo_too_many_pixels: PHOTO_FAULTS.photo_too_many_pixels,
  photo_has_metadata: PHOTO_FAULTS.photo_has_metadata,
  store_away: 'The photo couldn’t be saved just now. Please try again later.',
} as const
export type Rejection = keyof typeof REJECTIONS

export function rejected(eventID: string, code: Rejection): EventVerdict {
  return { eventID, result: 'rejected', code, message: REJECTIONS[code] }
}

export function codeWords(code: string): string {
  if (Object.hasOwn(exceptionWords, code)) return exceptionWords[code as keyof typeof exceptionWords]
  if (code === 'contradicted') return 'Another phone’s record of this stop was used instead.'
  return code === 'too_many_files' ? refusals.too_many_files.message : code
}

interface StoredVerdict {
  eventID: string
  result: 'applied' | 'review'
  code: string | null
  jobVersion: number | null
}

export function verdictOf({ eventID, result, code, jobVersion }: StoredVerdict, duplicate = false): EventVerdict {
  return {
    eventID,
    result: duplicate ? 'duplicate' : result,
    // Phones of earlier builds know a repeated record under review by its lack of a jobVersion.
    ...(jobVersion === null ? {} : result === 'review' ? { reviewVersion: jobVersion } : { jobVersion }),
    // A contradiction is a question for the office: the phone gets the same answer as before.
    ...(code === null || code === 'contradicts' || code === 'contradicted' ? {} : { code, message: codeWords(code) }),
  }
}
