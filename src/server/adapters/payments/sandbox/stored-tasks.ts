import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../db/database.ts'
import { sandboxTasks } from '../../../db/tables/sandbox.ts'

/** How the webhook of an act arrives; chosen on the page under "Advanced". */
export const DELIVERIES = ['usual', 'twice', 'late', 'reversed', 'never'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** What the bank does with a debit; `returned`: it pays, and takes the money back a little later. */
export type DebitOutcome = 'paid' | 'failed' | 'returned'

export type Task =
  | { readonly do: 'deliver'; readonly eventID: string; readonly tries: number }
  | { readonly do: 'expire'; readonly sessionID: string }
  | {
      readonly do: 'settle'
      readonly paymentID: string
      /** The page on which it was paid; null: an automatic charge. */
      readonly sessionID: string | null
      readonly outcome: DebitOutcome
      readonly delivery: Delivery
    }
  | { readonly do: 'return'; readonly paymentID: string }
  | { readonly do: 'payOut' }

export interface DueTask {
  readonly taskID: number
  readonly task: Task
}

/** What the sandbox has to do at a time. Times are epoch ms. */
export class StoredTasks {
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  async add(task: Task, dueAt: number): Promise<void> {
    await this.#tx.insert(sandboxTasks).values({ dueAt, body: task })
  }

  /** The one that became due first. @param kinds undefined: of any kind */
  async firstDue(now: number, kinds?: readonly Task['do'][]): Promise<DueTask | undefined> {
    const { taskID, dueAt, body } = sandboxTasks
    const [row] = await this.#tx
      .select({ taskID, body })
      .from(sandboxTasks)
      .where(and(lte(dueAt, now), kinds && inArray(sql`${body} ->> 'do'`, [...kinds])))
      .orderBy(asc(dueAt), asc(taskID))
      .limit(1)
    return row && { taskID: row.taskID, task: row.body as Task }
  }

  /** Does nothing when another server has removed it. */
  async putOff({ taskID, task }: DueTask, dueAt: number): Promise<void> {
    await this.#tx.update(sandboxTasks).set({ body: task, dueAt }).where(eq(sandboxTasks.taskID, taskID))
  }

  async remove(taskID: number): Promise<void> {
    await this.#tx.delete(sandboxTasks).where(eq(sandboxTasks.taskID, taskID))
  }
}

/** Whether anything is due; asked every second, so without the sandbox's lock. */
export async function isAnythingDue(db: Queryable, now: number): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(sandboxTasks)
    .where(lte(sandboxTasks.dueAt, now))
    .limit(1)
  return rows.length > 0
}
