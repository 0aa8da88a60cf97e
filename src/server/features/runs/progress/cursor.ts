/**
 * How far a client of the progress screen has seen a run, in the database's terms, so that every server reads it alike.
 *
 * Changes by transactions below `xid` were included in that answer or rolled back; those of any other may appear later.
 * Nothing is missed when transactions commit in another order than they began; a few changes are sent twice.
 */
export interface Cursor {
  /** Changes with every restore (installation: dataEpoch). */
  readonly epoch: string
  /** The OID of the table jobs. It differs in another database, where `xid` means nothing. */
  readonly table: string
  /** The oldest transaction in progress at that time, 64 bit. */
  readonly xid: bigint
  /** A hash of the set of the run's stops. */
  readonly stops: string
}

const SHAPE = /^([\w-]{0,40})\.(\d{1,10})\.(\d{1,19})\.(-?\d{1,19})$/

export const cursorText = ({ epoch, table, xid, stops }: Cursor) => `${epoch}.${table}.${xid}.${stops}`

/** Null: none, or an invalid one. */
export function readCursor(text: string | undefined): Cursor | null {
  const [, epoch, table, xid, stops] = SHAPE.exec(text ?? '') ?? []
  return epoch === undefined || table === undefined || xid === undefined || stops === undefined
    ? null
    : { epoch, table, xid: BigInt(xid), stops }
}

/** Row headers hold 32 bits of a transaction id, so older ids can't be distinguished from future ones. */
const FURTHEST_BACK = 2n ** 31n

/** Whether a cursor is valid in this database, whose oldest transaction in progress is `oldest`. */
export function isKnown(cursor: Cursor, now: Omit<Cursor, 'stops'>): boolean {
  const back = now.xid - cursor.xid
  return cursor.epoch === now.epoch && cursor.table === now.table && back >= 0n && back < FURTHEST_BACK
}
