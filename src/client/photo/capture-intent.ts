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

/** Where it is kept: localStorage, because it must be written before the tap's handler ends. */
export type Notebook = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function noteCapture(notebook: Notebook, intent: CaptureIntent): void {
  notebook.setItem(KEY, JSON.stringify(intent))
}

export function forgetCapture(notebook: Notebook): void {
  notebook.removeItem(KEY)
}

/** The capture that never came back, if it was within the last hour. */
export function interruptedCapture(notebook: Notebook, now: Date): CaptureIntent | null {
  const text = notebook.getItem(KEY)
  if (text === null) return null
  const intent = readIntent(text)
  const age = now.getTime() - Date.parse(intent?.openedAt ?? '')
  return intent && age < FORGET_AFTER_MS ? intent : null
}

function readIntent(text: string): CaptureIntent | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('assignmentID' in value) || !('openedAt' in value)) return null
    const { assignmentID, openedAt } = value
    return typeof assignmentID === 'string' && typeof openedAt === 'string' ? { assignmentID, openedAt } : null
  } catch {
    return null
  }
}
