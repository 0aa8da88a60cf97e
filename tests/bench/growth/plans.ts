import type pg from 'pg'

/** What the database did for one statement, as `auto_explain` reports it after carrying it out. */
export interface Plan {
  readonly statement: string
  readonly reads: readonly Read[]
}

/** Rows of one table that a step of the plan looked at, those it then left out included. */
export interface Read {
  readonly table: string
  /** Such as "Seq Scan", "Index Only Scan using audit_at". */
  readonly how: string
  readonly rows: number
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

const SCAN = /Scan$/

/**
 * Has every statement of this database explained, with the rows that its steps really looked at: the plan that served the
 * caller, of a prepared statement too. For the connections made from now on.
 * @param more other settings of these connections
 */
export async function explainAll(pool: pg.Pool, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const settings = {
    ...more,
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  const { rows } = await pool.query<{ name: string }>({ text: 'select current_database() as name' })
  await pool.query({ text: "load 'auto_explain'" })
  await pool.query({ text: `alter database ${rows[0]!.name} reset all` })
  for (const [name, value] of Object.entries(settings))
    await pool.query({ text: `alter database ${rows[0]!.name} set ${name} = '${value}'` })
}

/** Listens to the connections of these pools from when they are next used. */
export class PlanRecorder {
  #plans: Plan[] = []

  constructor(...pools: readonly pg.Pool[]) {
    const heard = new WeakSet<pg.PoolClient>()
    for (const pool of pools)
      pool.on('acquire', (client) => {
        if (heard.has(client)) return
        heard.add(client)
        client.on('notice', ({ message }) => this.#hear(message ?? ''))
      })
  }

  /** What was carried out since the last call. */
  take(): readonly Plan[] {
    const plans = this.#plans
    this.#plans = []
    return plans
  }

  #hear(message: string): void {
    const at = message.indexOf('plan:\n')
    if (at < 0) return
    const { 'Query Text': statement, Plan: plan } = JSON.parse(message.slice(at + 6)) as {
      'Query Text': string
      Plan: Node
    }
    this.#plans.push({ statement, reads: [...readsOf(plan)] })
  }
}

function* readsOf(node: Node): Generator<Read> {
  const { 'Node Type': kind, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops = 1 } = node
  if (table !== undefined && SCAN.test(kind)) {
    const rows =
      (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    yield { table, how: index === undefined ? kind : `${kind} using ${index}`, rows: rows * loops }
  }
  for (const below of node.Plans ?? []) yield* readsOf(below)
}

/** Rows by table, of all statements of a call. */
export function rowsRead(plans: readonly Plan[]): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { reads } of plans) for (const read of reads) rows.set(read.table, (rows.get(read.table) ?? 0) + read.rows)
  return rows
}
