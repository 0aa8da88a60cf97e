import type { Day } from '../dates.ts'

/**
 * A document's words in the parts of a page, without positions or fonts. The renderer (src/server/pdf) draws them and
 * knows no kinds of documents.
 */
export interface Printout {
  /** The file's title in a reader: "Tax invoice INV-000123". */
  title: string
  author: string
  /** The file's creation date. */
  day: Day
  heading: string
  /** Below the heading; empty: none. */
  number: string
  firm: { name: string; lines: readonly string[] }
  addressee: { label: string; name: string; lines: readonly string[] }
  facts: readonly Fact[]
  headline: { label: string; value: string; note: string }
  table: Table
  /** Figures side by side in one row, such as the ageing. */
  strip: { title: string; facts: readonly Fact[] } | null
  /** At most two, side by side. */
  panels: readonly Panel[]
  notes: readonly { title: string; text: string }[]
  footer: string
}

export interface Fact {
  label: string
  value: string
}

export type ColumnKind = 'day' | 'text' | 'reference' | 'count' | 'money'

export interface Table {
  columns: readonly { kind: ColumnKind; heading: string }[]
  rows: readonly (readonly string[])[]
  empty: string
  sums: readonly (Fact & { strong: boolean })[]
}

export interface Panel {
  title: string
  text: string
  link: { words: string; url: string } | null
  facts: readonly Fact[]
}
