import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The value in the CSV file, which leaves out columns without it. */
  readonly csv?: (row: Row) => string | number | null
  /** The sort field on the wire. */
  readonly sort?: string
  /** Aligns numbers and amounts at the end. */
  readonly end?: boolean
  /** The row's name: always shown, the heading of its card on a phone. */
  readonly main?: boolean
  /** Shown only when chosen. */
  readonly optional?: boolean
  /** Whether a row has it. The column is left out while no row of the page does. */
  readonly has?: (row: Row) => boolean
  /** A text of any length: one line, truncated, in full on hover. */
  readonly long?: boolean
  /** Stays in the one line that a phone shows of a brief row; `wide`: only where the phone has room for it. */
  readonly brief?: boolean | 'wide'
}

interface Selection<Row> {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
  readonly nameOf: (row: Row) => string
  /** Without it every row can be selected. */
  readonly canSelect?: ((row: Row) => boolean) | undefined
}

export interface TableWords {
  readonly loading: string
  readonly selectAll: string
  readonly selectRow: (name: string) => string
  /** Written beside a row's tick box on a phone, where no heading explains it. */
  readonly tick?: string | undefined
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  words: TableWords
  /** `-createdAt`: descending. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  selection?: Selection<Row> | undefined
  /** The next page is loading; the previous one stays visible. */
  busy?: boolean
  expected?: number
  /** Whether a row is dimmed: retired, ended. */
  dimmed?: ((row: Row) => boolean) | undefined
  /** Whether a phone shows the row in one line: its main column and the brief ones. */
  brief?: ((row: Row) => boolean) | undefined
  /** Sums by column; the main column says what they are. */
  foot?: Readonly<Record<string, ReactNode>> | undefined
}

/** Extends the link of a row's name over the whole row; other controls stay above it. */
export const rowLink = styles.rowLink!

/** A table that becomes cards on a phone. It renders loading, sorting and selecting; the shell does the requests. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  words,
  sort,
  onSort,
  selection,
  busy = false,
  expected = 8,
  dimmed,
  brief,
  foot,
}: DataTableProps<Row>) {
  const canSelect = (row: Row) => selection?.canSelect?.(row) ?? true
  const selectable = (rows ?? []).filter(canSelect)
  const all =
    selectable.length > 0 && selection !== undefined && selectable.every((row) => selection.keys.has(keyOf(row)))
  const some = !all && (rows ?? []).some((row) => selection?.keys.has(keyOf(row)))
  const choose = (keys: readonly string[], on: boolean) => {
    const next = new Set(selection!.keys)
    for (const key of keys)
      if (on) next.add(key)
      else next.delete(key)
    selection!.onChange(next)
  }
  return (
    // A table wider than its container scrolls, by keyboard too:
    // https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} aria-busy={busy || rows === undefined}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className={styles.box}>
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={words.selectAll}
                    checked={all}
                    ref={(box) => {
                      if (box !== null) box.indeterminate = some
                    }}
                    onChange={({ currentTarget: { checked } }) => choose(selectable.map(keyOf), checked)}
                  />
                </label>
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <Shadows
              columns={columns.length + (selection === undefined ? 0 : 1)}
              count={expected}
              label={words.loading}
            />
          ) : null}
          {(rows ?? []).map((row) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                className={classes(styles.row, dimmed?.(row) && styles.dimmed, brief?.(row) && styles.briefRow)}
              >
                {selection === undefined ? null : (
                  <td className={classes(styles.box, words.tick !== undefined && styles.ticked)}>
                    {canSelect(row) ? (
                      <label className={styles.check}>
                        <input
                          type="checkbox"
                          aria-label={words.selectRow(selection.nameOf(row))}
                          checked={selection.keys.has(key)}
                          onChange={({ currentTarget: { checked } }) => choose([key], checked)}
                        />
                        {words.tick === undefined ? null : (
                          <span aria-hidden="true" className={styles.tick}>
                            {words.tick}
                          </span>
                        )}
                      </label>
                    ) : null}
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.id} column={column} row={row} />
                ))}
              </tr>
            )
          })}
        </tbody>
        {foot === undefined ? null : <Foot columns={columns} foot={foot} selects={selection !== undefined} />}
      </table>
    </div>
  )
}

const classes = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ')

function Cell<Row>({ column: { title, cell, end, main, long, brief }, row }: { column: Column<Row>; row: Row }) {
  const content = cell(row)
  const briefly = brief === 'wide' ? styles.briefWide : brief && styles.brief
  const className = classes(end && styles.end, main && styles.main, long && styles.long, briefly)
  return (
    <td data-title={title} className={className} title={long && typeof content === 'string' ? content : undefined}>
      {content}
    </td>
  )
}

function Foot<Row>({
  columns,
  foot,
  selects,
}: {
  columns: readonly Column<Row>[]
  foot: Readonly<Record<string, ReactNode>>
  selects: boolean
}) {
  return (
    <tfoot>
      <tr>
        {selects ? <td aria-hidden="true" /> : null}
        {columns.map(({ id, title, end, main }) => (
          <td key={id} data-title={title} className={end ? styles.end : main ? styles.main : undefined}>
            {foot[id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}) {
  const { title, end, sort: field } = column
  const className = end ? styles.end : undefined
  if (field === undefined || onSort === undefined) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  }
  const order = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => onSort(order === 'ascending' ? `-${field}` : field)}>
        {title}
        <span aria-hidden="true" className={styles.arrow}>
          {order === 'ascending' ? '▲' : order === 'descending' ? '▼' : ''}
        </span>
      </button>
    </th>
  )
}

function Shadows({ columns, count, label }: { columns: number; count: number; label: string }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={styles.row}>
      {Array.from({ length: columns }, (__, column) => (
        <td key={column}>
          <span className={styles.shadow} aria-hidden="true" />
          {row === 0 && column === 0 ? <span className="visually-hidden">{label}</span> : null}
        </td>
      ))}
    </tr>
  ))
}
