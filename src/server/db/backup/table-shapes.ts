import { sql } from 'drizzle-orm'
import type { Queryable } from '../database.ts'
import { ownTables } from '../migrate.ts'

export interface Column {
  readonly name: string
  /** In PostgreSQL's notation: `timestamp(3) with time zone`. */
  readonly type: string
}

/** A table's columns in the order in which rows are written, which is the same on every database. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
  /** The columns that order the rows: primary key, a unique key, or all columns. */
  readonly key: readonly string[]
}

/**
 * Transaction ids mean nothing in another database, and triggers make the totals again from the restored rows. A file
 * that was announced before the backup may be named by a record after it, so a restore must not have it removed.
 */
const OF_THIS_DATABASE = new Set(['noted_changes', 'kept_totals', 'uploads'])

/** Every table that is backed up, each after those it references, so that they can be filled in turn. */
export async function tableShapes(db: Queryable): Promise<TableShape[]> {
  const { rows: columns } = await db.execute<{ table: string; name: string; type: string }>(sql`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname collate "C", a.attnum`)
  const { rows: keys } = await db.execute<{ table: string; columns: string[] }>(sql`
    select c.relname as "table", array_agg(a.attname::text order by k.place) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
    where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indpred is null and i.indexprs is null
    group by c.relname, i.indexrelid, i.indisprimary
    order by i.indisprimary, i.indexrelid desc`)
  const { rows: links } = await db.execute<{ from: string; to: string }>(sql`
    select f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`)
  const own = ownTables()
  // The last one counts: a primary key before any other.
  const keyOf = new Map(keys.map(({ table, columns }) => [table, columns]))
  const names = [...new Set(columns.map(({ table }) => table))].filter(
    (table) => own.has(table) && !OF_THIS_DATABASE.has(table),
  )
  return inFillingOrder(
    names.map((table) => {
      const shape = columns.filter((column) => column.table === table).map(({ name, type }) => ({ name, type }))
      return { name: table, columns: shape, key: keyOf.get(table) ?? shape.map(({ name }) => name) }
    }),
    links,
  )
}

function inFillingOrder(shapes: readonly TableShape[], links: readonly { from: string; to: string }[]): TableShape[] {
  const left = new Map(shapes.map((shape) => [shape.name, shape]))
  const ordered: TableShape[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ name }) =>
      links.every((link) => link.from !== name || link.to === name || !left.has(link.to)),
    )
    if (ready.length === 0)
      throw new Error(
        `These tables refer to each other in a circle and can't be filled one by one: ${[...left.keys()].join(', ')}`,
      )
    for (const shape of ready) left.delete(shape.name)
    ordered.push(...ready)
  }
  return ordered
}
