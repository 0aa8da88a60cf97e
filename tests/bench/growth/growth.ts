import type { Explained } from './explained.ts'
import { type Plan, type Read, rowsRead } from './plans.ts'

/** A table of which a call reads more in an old firm. */
export interface Growth {
  /** Call and table. */
  readonly name: string
  readonly sentence: string
}

/** Names, a setting, a week's customers more or less: not worth a word. */
const SLACK = 100

/** What grows by more than its call's aim, of the large tables. */
export function growthOf(young: readonly Explained[], old: readonly Explained[], large: ReadonlySet<string>): Growth[] {
  return old.flatMap(({ call, plans }) => {
    const before = rowsRead(young.find((each) => each.call === call)?.plans ?? [])
    return [...rowsRead(plans)]
      .filter(([table, rows]) => large.has(table) && rows > call.aim * (before.get(table) ?? 0) + SLACK)
      .map(([table, rows]) => ({
        name: `${call.name}: ${table}`,
        sentence: `${call.name} reads ${rows} rows of ${table}, and ${before.get(table) ?? 0} in a young firm: ${stepsOn(table, plans)}`,
      }))
  })
}

/** The statement that reads most of it, and by which steps. */
function stepsOn(table: string, plans: readonly Plan[]): string {
  const most = ({ reads }: Plan) => rowsOf(reads, table)
  const [plan] = plans.toSorted((a, b) => most(b) - most(a))
  const steps = plan?.reads.filter((read) => read.table === table && read.rows > SLACK) ?? []
  return `${steps.map(({ how, rows }) => `${how}, ${rows} rows`).join('; ')} in ${plan?.statement.replace(/\s+/g, ' ').slice(0, 400)}`
}

const rowsOf = (reads: readonly Read[], table: string) =>
  reads.reduce((all, read) => all + (read.table === table ? read.rows : 0), 0)
