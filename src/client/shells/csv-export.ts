import Papa from 'papaparse'
import type { Endpoint } from '#contract/endpoint.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import type { Call } from '#client/api/call.ts'
import type { Column } from '#client/ui/office/data-table.tsx'

interface Export<Row> {
  call: Call
  endpoint: Endpoint
  query: Readonly<Record<string, unknown>>
  columns: readonly Column<Row>[]
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

/**
 * Fetches every row of a list with its current filters, page by page, so that it can show progress and be stopped.
 * @returns the text of the file; null when it was stopped or a page could not be fetched
 */
export async function exportCsv<Row>({
  call,
  endpoint,
  query,
  columns,
  onProgress,
  signal,
}: Export<Row>): Promise<string | null> {
  const exported = columns.filter(({ csv }) => csv !== undefined)
  const rows: (string | number | null)[][] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await call(endpoint, { ...query, page, perPage: PAGE_MAX } as never, { signal })
    if (signal.aborted || answer.kind !== 'ok') return null
    const { items, total } = answer.value as { items: Row[]; total: number }
    pages = Math.ceil(total / PAGE_MAX)
    for (const item of items) rows.push(exported.map(({ csv }) => csv!(item)))
    onProgress(rows.length, total)
  }
  return csvText(
    exported.map(({ title }) => title),
    rows,
  )
}

/** The text of a CSV file. A cell beginning with = or + is quoted so that no spreadsheet reads it as a formula. */
export function csvText(fields: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return Papa.unparse(
    { fields: [...fields], data: rows.map((row) => [...row]) },
    { escapeFormulae: true, newline: '\r\n' },
  )
}

/** Downloads a CSV file. @param mark the byte order mark, which tells Excel that it is UTF-8 */
export function saveCsv(name: string, text: string, mark = '\uFEFF'): void {
  saveFile(name, new Blob([mark, text], { type: 'text/csv;charset=utf-8' }))
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
