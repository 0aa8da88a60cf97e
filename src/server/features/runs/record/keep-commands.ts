import type { EventVerdict } from '#contract/v1/done.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import { uniqueViolation, valueRefused } from '../../../db/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Log } from '../../../ports.ts'
import { type Batch, record } from './record-commands.ts'
import { rejected } from './verdicts.ts'

const ATTEMPTS = 8

/**
 * The batch's events with their effects, and `rest`, in one transaction. One event that no column can hold never sinks its batch:
 * then each goes alone, and that one is rejected.
 *
 * Read committed: the run's row is locked before anything is read, and every change of a run takes that lock, so what is read
 * after it is the truth; ten phones in one hour of signal then do not undo each other's work for touching the same pages.
 */
export async function keep<Rest>(
  database: Database,
  batch: Batch,
  log: Log,
  rest: (tx: Transaction) => Promise<Rest>,
): Promise<{ verdicts: EventVerdict[]; rest: Rest }> {
  const together = async (tx: Transaction) => ({ verdicts: await record(tx, batch), rest: await rest(tx) })
  try {
    return await agree(database, together)
  } catch (error) {
    if (!valueRefused(error) || batch.events.length === 0) throw error
  }
  const verdicts: EventVerdict[] = []
  for (const event of batch.events) verdicts.push(await alone(database, { ...batch, events: [event] }, log))
  return { verdicts, rest: await agree(database, rest) }
}

async function alone(database: Database, batch: Batch, log: Log): Promise<EventVerdict> {
  const eventID = batch.events[0]?.eventID ?? ''
  try {
    const [verdict] = await agree(database, (tx) => record(tx, batch))
    return verdict!
  } catch (error) {
    if (!valueRefused(error)) throw error
    log.error({ eventID, runOrderID: batch.runOrderID }, 'a record could not be kept')
    return rejected(eventID, 'malformed')
  }
}

/** The same event twice at one moment: the second time the first is there to be seen, and it is a duplicate. */
async function agree<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(database, work, { isolation: 'read committed', attempts: ATTEMPTS })
    } catch (error) {
      if (attempt >= ATTEMPTS || uniqueViolation(error) === undefined) throw error
    }
  }
}
