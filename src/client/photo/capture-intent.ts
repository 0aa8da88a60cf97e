/**
 * The stop a photo is being taken of, stored before the camera opens. Android may end the page and lose the photo
 * meanwhile; the page can then report it (offline.md, "Photos").
 */
export interface CaptureIntent {
  assignmentID: string
  /** ISO. */
  openedAt: string
}

const KEY = 'rr-capture'
const FORGET_AFTER_MS = 60 * 60 * 1000
/** More than one hour can contain. */
const MOST_NOTED = 50

/** localStorage, because the intent must be written before the tap's handler ends. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function noteCapture(notebook: Notebook, intent: CaptureIntent): void {
  write(notebook, [...noted(notebook), intent])
}

/**
 * Deletes the intent of a capture that ended or was dismissed. Others stay: one may still be compressed while the
 * camera is open again.
 */
export function forgetCapture(notebook: Notebook, { assignmentID, openedAt }: CaptureIntent): void {
  write(
    notebook,
    noted(notebook).filter((one) => one.assignmentID !== assignmentID || one.openedAt !== openedAt),
  )
}

/** The captures of the last hour that did not return, oldest first. */
export function interruptedCaptures(notebook: Notebook, now: Date): CaptureIntent[] {
  return noted(notebook).filter(({ openedAt }) => now.getTime() - Date.parse(openedAt) < FORGET_AFTER_MS)
}

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
    typeof value.openedAt === 'string'
  )
}
