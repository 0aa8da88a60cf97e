import type { Day } from '#domain/dates.ts'
import type { Printout } from '#domain/documents/printout.ts'

/** What the main thread asks of a PDF thread. Each order gets one report. One file at a time. */
export type PdfOrder = OpenFile | { type: 'print'; printouts: readonly Printout[] } | { type: 'finish' }

export interface OpenFile {
  type: 'open'
  title: string
  author: string
  day: Day
  logo: Uint8Array | null
}

export type PdfReport = { type: 'done' } | { type: 'file'; bytes: Uint8Array } | { type: 'failed'; reason: string }
