/**
 * How far a client of the progress screen has seen a run, in terms of the database, so that every server reads it
 * alike.
 *
 * Everything done by transactions below `xid` was included in that answer or rolled back; the effects of any other may
 * appear later, however long it stays open. So nothing is missed when transactions commit in another order than they
 * began, and a few changes are sent twice.
 */
export interface Cursor {
  /** Changes when a backup is restored (installation: dataEpoch). */
  readonly epoch: string
  /** The jobs table's own OID: it differs in another database, where `xid` is meaningless. */
  readonly table: string
  /** The oldest transaction in progress at that time, 64 bit. */
  readonly xid: bigint
  /** A hash of the set of the run's stops. */
  readonly stops: string
}

const SHAPE = /^([\w-]{0,40})\.(\d{1,10})\.(\d{1,19})\.(-?\d{1,19})$/

export const cursorText = ({ epoch, table, xid, stops }: Cursor) => `${epoch}.${table}.${xid}.${stops}`

/** Null: none was given, or not a valid cursor. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, epoch, table, xid, stops] = SHAPE.exec(text ?? '') ?? []
  return epoch === undefined || table === undefined || xid === undefined || stops === undefined
    ? null
    : { epoch, table, xid: BigInt(xid), stops }
}

/** Row headers hold 32 bits of a transaction id: anything further back can't be distinguished from future ids. */
const FURTHEST_BACK = 2n ** 31n

/** Whether a cursor is valid in this database, whose oldest transaction in progress is `oldest`. */
export function isKnown(cursor: Cursor, now: Omit<Cursor, 'stops'>): boolean {
  const back = now.xid - cursor.xid
  return cursor.epoch === now.epoch && cursor.table === now.table && back >= 0n && back < FURTHEST_BACK
}
