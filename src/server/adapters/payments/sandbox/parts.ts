import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../../db/database.ts'
import { neverGivenUp } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Clock } from '../../../ports.ts'
import { SandboxBalance } from './balance.ts'
import { SandboxCharges } from './charge-acts.ts'
import { SandboxCheckouts } from './checkout-acts.ts'
import { SandboxEvents } from './events.ts'
import { SandboxMethods } from './method-acts.ts'
import { SandboxMoneyBack } from './money-back-acts.ts'
import { SandboxPaymentActs } from './payment-acts.ts'
import { StoredAnswers } from './stored-answers.ts'
import { StoredObjects } from './stored-objects.ts'
import { StoredTasks } from './stored-tasks.ts'

/** Any number, the same in every version: only the holder of this lock reads or changes the sandbox's state. */
const SANDBOX_LOCK = 727_184_037

/** Everything of the sandbox within one transaction. */
export type SandboxParts = ReturnType<typeof partsOf>

/** Does a piece of work in a transaction of its own, after that of every other server. */
export type InTurn = <T>(work: (parts: SandboxParts) => Promise<T>) => Promise<T>

export function inTurnOn(db: Database, clock: Clock): InTurn {
  return (work) =>
    // The API's port may have been opened by a call that nobody waits for any more.
    neverGivenUp(() =>
      inTransaction(
        db,
        async (tx) => {
          await tx.execute(sql`select pg_advisory_xact_lock(${SANDBOX_LOCK})`)
          return work(partsOf(tx, clock.now()))
        },
        // Each statement sees what the one before in the turn has committed.
        { isolation: 'read committed' },
      ),
    )
}

function partsOf(tx: Transaction, now: Date) {
  const objects = new StoredObjects(tx)
  const tasks = new StoredTasks(tx)
  const answers = new StoredAnswers(tx, now.getTime())
  const events = new SandboxEvents({ objects, tasks, now })
  const balance = new SandboxBalance({ objects, tasks, events, now })
  const payments = new SandboxPaymentActs({ objects, tasks, events, balance, now })
  const moneyBack = new SandboxMoneyBack({ objects, events, balance, now })
  const checkouts = new SandboxCheckouts({ objects, tasks, events, payments })
  const methods = new SandboxMethods({ objects, events, now })
  const charges = new SandboxCharges({ objects, events, methods, payments })
  return { now, objects, tasks, answers, events, balance, payments, moneyBack, checkouts, methods, charges }
}
