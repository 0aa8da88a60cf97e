/**
 * The stop photos are being taken of, stored before the camera opens. Android may end the page and lose them meanwhile;
 * the page can then report it (offline.md, "Photos").
 */
export interface CaptureIntent {
  assignmentID: string
  /** ISO. */
  openedAt: string
  /** Those picked that are not stored yet. Absent: camera or gallery has not returned. */
  photoIDs?: readonly string[]
}

const KEY = 'rr-capture'
/** The driver may open the app only days later, and a stop is on the phone for as long. */
const FORGET_AFTER_MS = 14 * 24 * 3_600_000
/** More than a week of closed apps. */
const MOST_NOTED = 50

/** localStorage, because the intent must be written before the tap's handler ends. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Replaces what is noted of the same capture. */
export function noteCapture(notebook: Notebook, intent: CaptureIntent): void {
  write(notebook, [...noted(notebook).filter(isOther(intent)), intent])
}

/**
 * Deletes the intent of a capture that ended or was dismissed. Others stay: one may still be compressed while the
 * camera is open again.
 */
export function forgetCapture(notebook: Notebook, intent: CaptureIntent): void {
  write(notebook, noted(notebook).filter(isOther(intent)))
}

/** One of the photos has ended; the intent ends with the last one. */
export function forgetPhoto(notebook: Notebook, photoID: string): void {
  write(
    notebook,
    noted(notebook).flatMap((intent) => {
      if (!intent.photoIDs?.includes(photoID)) return [intent]
      const photoIDs = intent.photoIDs.filter((one) => one !== photoID)
      return photoIDs.length === 0 ? [] : [{ ...intent, photoIDs }]
    }),
  )
}

/** The captures of the last 14 days that did not return, oldest first. */
export function interruptedCaptures(notebook: Notebook, now: Date): CaptureIntent[] {
  return noted(notebook).filter(({ openedAt }) => now.getTime() - Date.parse(openedAt) < FORGET_AFTER_MS)
}

/**
 * How many photos of an interrupted capture are lost. @param stored those of its stop, of which one may have been stored
 * just before the end
 */
export function lostOf(
  { openedAt, photoIDs }: CaptureIntent,
  stored: readonly { photoID: string; takenAt: string | null }[],
): number {
  if (photoIDs) return photoIDs.filter((photoID) => !stored.some((one) => one.photoID === photoID)).length
  // What was picked may not have been noted: browsers write the note late, and older builds did not.
  return stored.some(({ takenAt }) => takenAt && takenAt >= openedAt) ? 0 : 1
}

const isOther = (intent: CaptureIntent) => (one: CaptureIntent) =>
  one.assignmentID !== intent.assignmentID || one.openedAt !== intent.openedAt

function write(notebook: Notebook, intents: readonly CaptureIntent[]): void {
  if (intents.length === 0) notebook.removeItem(KEY)
  else notebook.setItem(KEY, JSON.stringify(intents.slice(-MOST_NOTED)))
}

/** An older build stored a single intent, not a list. */
function noted(notebook: Notebook): CaptureIntent[] {
  try {
    const value: unknown = JSON.parse(notebook.getItem(KEY) ?? '[]')
    return (Array.isArray(value) ? value : [value]).filter(isIntent)
  } catch {
    return []
  }
}

function isIntent(value: unknown): value is CaptureIntent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'assignmentID' in value &&
    'openedAt' in value &&
    typeof value.assignmentID === 'string' &&
    typeof value.openedAt === 'string' &&
    (!('photoIDs' in value) || Array.isArray(value.photoIDs))
  )
}
