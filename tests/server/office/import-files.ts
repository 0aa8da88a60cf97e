import { expect } from 'vitest'
import type { Office } from '../../support/office.ts'

export interface Result {
  rows: number
  created: number
  updated: number
  unchanged: number
  written: boolean
  errors: { line: number; name?: string | null; message: string }[]
}

/** Uploads a file as the admin. */
export const importOf =
  (office: Office, kind: 'suburbs' | 'customers') =>
  (csv: string | Uint8Array, query = ''): Promise<{ status: number; body: Result }> =>
    office.admin.post<Result>(`/v1/users/${kind}/import${query}`, csv, { 'content-type': 'text/csv' })

/** Errors of these lines, whatever their name and value are. @param message `column: sentence` */
export function bad(lines: readonly number[], message: string) {
  const [, column = '', sentence = ''] = /^(\w+): (.*)$/.exec(message) ?? []
  const said = new RegExp(`^${column}( “[^”]*”)?: ${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
  return lines.map((line) => ({
    line,
    name: expect.any(String) as string,
    message: expect.stringMatching(said) as string,
  }))
}

/** A CSV file with every cell in quotes. */
export function csvOf(rows: readonly Record<string, unknown>[]): string {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const quoted = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  return [headings, ...rows.map((row) => headings.map((name) => row[name]))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n')
}
