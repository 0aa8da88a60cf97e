import type { Round } from './business.ts'
import type { Write } from './invariants.ts'

export type OnCommit = (database: string, writes: readonly Write[]) => void

/** A phone on which the driver has signed in and fetched the week. */
export interface Prepared {
  disk: IDBFactory
  xsrf: string | null
  /** What is stored outside the databases. */
  kept: ReadonlyMap<string, string>
  /** The writes that brought the disk to this state, for an invariant checker that starts later. */
  written: readonly (readonly [database: string, writes: readonly Write[]])[]
}

/** The state of the office and of the driver's two phones when a day begins. */
export interface Morning {
  round: Round
  /** ISO */
  at: string
  device: Prepared
  second: Prepared
  /** The rows the server sent, in canonical form. */
  sent: ReadonlySet<string>
  versions: ReadonlyMap<string, { said: string; at: number }>
  offsets: ReadonlySet<number>
}
