import type { EventVerdict } from '#contract/v1/done.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import { uniqueViolation, valueRefused } from '../../../db/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Log } from '../../../ports.ts'
import { type Batch, record } from './record-commands.ts'
import { rejected } from './verdicts.ts'

const ATTEMPTS = 8

/**
 * Stores the batch's events with their effects, and runs `rest`, in one transaction. If a value can't be stored in its
 * column, each event is stored separately and only the invalid one is rejected.
 *
 * Read committed is enough: every change of a run locks its row first, so what is read afterwards is current. Ten
 * phones that send in the same hour then cause no serialisation failures by touching the same pages.
 */
export async function storeBatch<Rest>(
  database: Database,
  batch: Batch,
  log: Log,
  rest: (tx: Transaction) => Promise<Rest>,
): Promise<{ verdicts: EventVerdict[]; rest: Rest }> {
  const together = async (tx: Transaction) => ({ verdicts: await record(tx, batch), rest: await rest(tx) })
  try {
    return await withRetry(database, together)
  } catch (error) {
    if (!valueRefused(error) || batch.events.length === 0) throw error
  }
  const verdicts: EventVerdict[] = []
  for (const event of batch.events) verdicts.push(await storeAlone(database, { ...batch, events: [event] }, log))
  return { verdicts, rest: await withRetry(database, rest) }
}

async function storeAlone(database: Database, batch: Batch, log: Log): Promise<EventVerdict> {
  const eventID = batch.events[0]?.eventID ?? ''
  try {
    const [verdict] = await withRetry(database, (tx) => record(tx, batch))
    return verdict!
  } catch (error) {
    if (!valueRefused(error)) throw error
    log.error({ eventID, runOrderID: batch.runOrderID }, 'a record could not be kept')
    return rejected(eventID, 'malformed')
  }
}

/** The same event was sent twice at once. At the second attempt the first is visible, and the event is a duplicate. */
async function withRetry<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(database, work, { isolation: 'read committed', attempts: ATTEMPTS })
    } catch (error) {
      if (attempt >= ATTEMPTS || uniqueViolation(error) === undefined) throw error
    }
  }
}
