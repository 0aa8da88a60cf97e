/**
 * Up to where a watcher has seen a run, in the database's own terms, so that every server of it reads it alike.
 *
 * Everything a transaction below `xid` did stood in that answer or was undone; what any other one does may come later, however long
 * it stays open. So nothing is missed when transactions commit in another order than they began, and a little is told twice.
 */
export interface Cursor {
  /** A restored backup is another one (installation: dataEpoch). */
  readonly epoch: string
  /** The jobs table's own number: moved to another database it is another one, where `xid` means nothing. */
  readonly table: string
  /** The oldest transaction under way then, 64 bit. */
  readonly xid: bigint
  /** The set of the run's stops, as one number. */
  readonly stops: string
}

const SHAPE = /^([\w-]{0,40})\.(\d{1,10})\.(\d{1,19})\.(-?\d{1,19})$/

export const cursorText = ({ epoch, table, xid, stops }: Cursor) => `${epoch}.${table}.${xid}.${stops}`

/** Null: none was given, or nothing we ever gave. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, epoch, table, xid, stops] = SHAPE.exec(text ?? '') ?? []
  return epoch === undefined || table === undefined || xid === undefined || stops === undefined
    ? null
    : { epoch, table, xid: BigInt(xid), stops }
}

/** Row headers hold 32 bits of a transaction's number: what is further back can't be told from what is to come. */
const FURTHEST_BACK = 2n ** 31n

/** Whether a cursor says anything to this database, whose oldest transaction under way is `oldest`. */
export function isKnown(cursor: Cursor, now: Omit<Cursor, 'stops'>): boolean {
  const back = now.xid - cursor.xid
  return cursor.epoch === now.epoch && cursor.table === now.table && back >= 0n && back < FURTHEST_BACK
}
