import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Transaction } from '../database.ts'
import { LINK_IN_TEXT } from '../mail-links.ts'
import type { TableShape } from './table-shapes.ts'

const ROWS_AT_ONCE = 1_000
const BYTES_AT_ONCE = 1024 * 1024
/** Rows may be long: a driver's pay lists a month's incomes. */
const FIRST_ROWS = 50

/** A summary of a table: equal content has equal values on every database. */
export interface TableSum {
  readonly rows: number
  /** SHA-256 of the lines, hex. */
  readonly sha256: string
}

/**
 * With a one-time link a reader of the backup could sign in. New links are encrypted in a column of their own; older
 * mails may contain one in clear text.
 */
const SEALED_LINK = 'sealed_link'
const LINK_LEFT_OUT = `'(This link works once and is kept in no backup: ask for a new one.)'`
const MAIL_BODIES = ['text', 'html']

/** Called for each batch of rows that was read or written. */
export type OnRows = (rows: number, table: string) => void

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Fixes the text format of values whatever the server's settings are. Call it inside the transaction that reads or
 * writes rows.
 */
export async function fixValueFormats(tx: Transaction): Promise<void> {
  await tx.execute(
    sql.raw(
      "set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1; set local time zone 'UTC'",
    ),
  )
}

/**
 * Starts a statement, so that the database works while earlier rows are zipped or parsed here. Its error is thrown
 * where it is awaited.
 */
function started<T>(statement: PromiseLike<T>): Promise<T> {
  const running = Promise.resolve(statement)
  running.catch(() => undefined)
  return running
}

interface ReadSettings {
  /** Writes a note in place of each one-time link. */
  readonly leaveOutLinks?: boolean
  /** A condition in SQL; undefined: all rows. */
  readonly where?: string
  /** Locks each row as it is read until the transaction ends, so that no other one changes or deletes it. */
  readonly lock?: boolean
  readonly onRows?: OnRows | undefined
}

/**
 * Reads a table, one row per line: a JSON array with each value in PostgreSQL's text format, or null. Each value is so
 * restored exactly, on the embedded database and on any PostgreSQL.
 * @param take receives whole lines, each with its line feed
 */
export async function readRows(
  tx: Transaction,
  { name, columns, key }: TableShape,
  take: (lines: string) => Promise<void> | void,
  { leaveOutLinks = false, where, lock = false, onRows }: ReadSettings = {},
): Promise<TableSum> {
  const valueOf = (column: string) => {
    if (!leaveOutLinks || name !== 'mails') return `${quoted(column)}::text`
    if (column === SEALED_LINK) return 'null::text'
    return MAIL_BODIES.includes(column)
      ? `regexp_replace(${quoted(column)}, ${LINK_IN_TEXT}, ${LINK_LEFT_OUT}, 'g')`
      : `${quoted(column)}::text`
  }
  const values = columns.map((column) => valueOf(column.name)).join(', ')
  const typeOf = new Map(columns.map((column) => [column.name, column.type]))
  // A text's order depends on the locale, so the bytes are ordered.
  const order = key
    .map((column) =>
      ['uuid', 'integer', 'bigint'].includes(typeOf.get(column) ?? '')
        ? quoted(column)
        : `${quoted(column)}::text collate "C"`,
    )
    .join(', ')
  await tx.execute(
    sql.raw(
      `declare reading no scroll cursor for select to_json(array[${values}]::text[])::text as line from public.${quoted(name)} ${where === undefined ? '' : `where ${where}`} order by ${order}${lock ? ' for update' : ''}`,
    ),
  )
  const hash = createHash('sha256')
  let count = 0
  const fetch = (some: number) => started(tx.execute<{ line: string }>(sql.raw(`fetch ${some} from reading`)))
  let next = fetch(FIRST_ROWS)
  for (;;) {
    const { rows } = await next
    if (rows.length === 0) break
    const lines = `${rows.map(({ line }) => line).join('\n')}\n`
    next = fetch(Math.min(ROWS_AT_ONCE, Math.max(1, Math.floor((rows.length * BYTES_AT_ONCE) / lines.length))))
    hash.update(lines)
    count += rows.length
    await take(lines)
    onRows?.(rows.length, name)
  }
  await tx.execute(sql.raw('close reading'))
  return { rows: count, sha256: hash.digest('hex') }
}

/** Writes the lines of readRows into a table. Throws when a line does not match the table. */
export async function writeRows(
  tx: Transaction,
  { name, columns }: Pick<TableShape, 'name' | 'columns'>,
  lines: Iterable<string> | AsyncIterable<string>,
  onRows?: OnRows,
): Promise<void> {
  // jsonb finds a value by its index; json would parse the line again for each column.
  const values = columns.map((column, place) => `(line ->> ${place})::${column.type}`).join(', ')
  const into = `insert into public.${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})`
  let batch: string[] = []
  let bytes = 0
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    await writing
    if (batch.length > 0)
      writing = started(
        tx.execute(
          sql`${sql.raw(`${into} select ${values} from jsonb_array_elements(`)}${`[${batch.join(',')}]`}::jsonb${sql.raw(') as line')}`,
        ),
      )
    onRows?.(batch.length, name)
    batch = []
    bytes = 0
  }
  for await (const line of lines) {
    if (line === '') continue
    batch.push(line)
    bytes += line.length
    if (bytes >= BYTES_AT_ONCE || batch.length >= ROWS_AT_ONCE) await write()
  }
  await write()
  await writing
}
