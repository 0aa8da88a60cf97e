/**
 * Which stop a photo is being taken of. Android may end the page while its camera is open, and the photo with it: written
 * down before the camera opens, the page can say so when it comes back (offline.md, "Photos").
 */
export interface CaptureIntent {
  assignmentID: string
  /** ISO. */
  openedAt: string
}

const KEY = 'rr-capture'
const FORGET_AFTER_MS = 60 * 60 * 1000
/** More are not of one hour. */
const MOST_NOTED = 50

/** Where it is kept: localStorage, because it must be written before the tap's handler ends. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function noteCapture(notebook: Notebook, intent: CaptureIntent): void {
  write(notebook, [...noted(notebook), intent])
}

/** It came to an end, or the driver lets it be. Those of other photos stay: one may be made smaller while the camera is open again. */
export function forgetCapture(notebook: Notebook, { assignmentID, openedAt }: CaptureIntent): void {
  write(
    notebook,
    noted(notebook).filter((one) => one.assignmentID !== assignmentID || one.openedAt !== openedAt),
  )
}

/** The captures that never came back, of the last hour, oldest first. */
export function interruptedCaptures(notebook: Notebook, now: Date): CaptureIntent[] {
  return noted(notebook).filter(({ openedAt }) => now.getTime() - Date.parse(openedAt) < FORGET_AFTER_MS)
}

function write(notebook: Notebook, intents: readonly CaptureIntent[]): void {
  if (intents.length === 0) notebook.removeItem(KEY)
  else notebook.setItem(KEY, JSON.stringify(intents.slice(-MOST_NOTED)))
}

/** An older build noted one, not a list. */
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
