/**
 * How much of a driver's work is unsent. Every place that says a number of it, on the phone and at the office, counts
 * and words it here, so that two of them never differ.
 */
export interface UnsentCount {
  /** Stops with an unsent outcome, note or undo: an outcome and a note of one stop are one stop. */
  stops: number
  /** Unsent photos, each by itself, also those of a stop counted above. */
  photos: number
}

/** What of a record is looked at; a record read from a file may be anything. */
interface Countable {
  readonly type?: unknown
  readonly assignmentID?: unknown
}

export function countUnsent(records: Iterable<Countable>): UnsentCount {
  const stops = new Set<unknown>()
  let photos = 0
  for (const { type, assignmentID } of records) {
    if (type === 'photo') photos += 1
    else stops.add(assignmentID)
  }
  return { stops: stops.size, photos }
}

/** The number for a place without words, such as the app's icon. */
export function unsentTotal({ stops, photos }: UnsentCount): number {
  return stops + photos
}

/** "3 stops and 2 photos", "1 stop", "2 photos" */
export function unsentInWords({ stops, photos }: UnsentCount): string {
  const parts = [
    ...(stops > 0 || photos === 0 ? [`${stops} ${stops === 1 ? 'stop' : 'stops'}`] : []),
    ...(photos > 0 ? [`${photos} ${photos === 1 ? 'photo' : 'photos'}`] : []),
  ]
  return parts.join(' and ')
}
