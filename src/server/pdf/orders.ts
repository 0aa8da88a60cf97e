import type { Day } from '#domain/dates.ts'
import type { Printout } from '#domain/documents/printout.ts'

/** The main thread gives a PDF thread these orders, for one file at a time; each gets one report. */
export type PdfOrder = OpenFile | { type: 'print'; printouts: readonly Printout[] } | { type: 'finish' }

export interface OpenFile {
  type: 'open'
  title: string
  author: string
  day: Day
  logo: Uint8Array | null
}

export type PdfReport = { type: 'done' } | { type: 'file'; bytes: Uint8Array } | { type: 'failed'; reason: string }
