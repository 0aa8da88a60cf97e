import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { FIRST_STEP, nextStep, startBackgroundWork, type BackgroundRun } from '../../background-work.ts'
import type { Queryable } from '../../db/database.ts'
import { connectionLost } from '../../db/errors.ts'
import { apiTokens } from '../../db/tables/api-tokens.ts'
import { taskItems, tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inForce } from '../../http/api-tokens.ts'
import { includes } from '../../http/serve.ts'
import { storedOfficeRole } from '../../http/sessions.ts'
import type { Dependencies } from '../../ports.ts'
import { carryOut } from './task-acts.ts'
import { cancelTask, countOn } from './tasks-commands.ts'
import type { TaskRow } from './tasks-reads.ts'
import { kindAndPlace } from '../../http/failures.ts'

type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail' | 'config' | 'secrets' | 'payments' | 'log'>
type Item = typeof taskItems.$inferSelect

const LOOK_EVERY_MS = 2_000
const FAILED = 'This failed. Please try it by itself.'

/**
 * Carries out the bulk acts in steps of a few items. An item's effect and its state are one transaction, so it is done
 * exactly once, by any number of servers, whatever is killed.
 * @param goOn asked before each step
 * @returns how many items it handled
 */
export async function runTasks(deps: Needs, goOn: () => boolean = () => true): Promise<number> {
  let handled = 0
  let size = FIRST_STEP
  while (goOn()) {
    const began = performance.now()
    try {
      const taken = await step(deps, size, (tx, task, items, now) => act(tx, deps, task, items, now))
      if (taken === 0) return handled
      handled += taken
      size = nextStep(size, performance.now() - began)
    } catch (error) {
      if (connectionLost(error)) throw error
      deps.log.error({ ...kindAndPlace(error), size }, 'a step of a task failed')
      // An item that fails alone is found and does not stop the others.
      if (size === 1) await step(deps, 1, (_tx, _task, items) => Promise.resolve(allSkipped(items)))
      size = 1
    }
  }
  return handled
}

/** Does what waits every two seconds. `stop` waits for the step in progress. */
export function startTaskRunner(deps: Needs): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the tasks could not be read',
    works: { 'bulk-acts': (goOn) => runTasks(deps, goOn) },
  })
}

type Effect = (tx: Queryable, task: TaskRow, items: readonly Item[], now: Date) => Promise<ReadonlyMap<string, string>>

/** Takes items that no other server has, does them, and stores how each ended, in one transaction. */
function step({ database, clock }: Needs, size: number, effect: Effect): Promise<number> {
  return inTransaction(
    database.db,
    async (tx) => {
      const rows = await tx
        .select({ item: taskItems, task: tasks })
        .from(taskItems)
        .innerJoin(tasks, eq(tasks.taskID, taskItems.taskID))
        .where(and(eq(tasks.state, 'running'), eq(taskItems.state, 'waiting')))
        .orderBy(asc(tasks.createdAt), asc(tasks.taskID), asc(taskItems.place))
        .limit(size)
        .for('update', { of: taskItems, skipLocked: true })
      const task = rows[0]?.task
      if (!task) return 0
      const items = rows.map(({ item }) => item).filter(({ taskID }) => taskID === task.taskID)
      const now = clock.now()
      if (!(await mayStillOrder(tx, task, now))) {
        await cancelTask(tx, { actor: null, requestID: task.taskID, now }, task.taskID)
        return items.length
      }
      const skipped = await effect(tx, task, items, now)
      await note(tx, task.taskID, items, skipped)
      const left = items.filter(({ subjectID }) => skipped.has(subjectID)).length
      await countOn(tx, task.taskID, { done: items.length - left, skipped: left }, now)
      return items.length
    },
    { isolation: 'read committed' },
  )
}

/** Whether who ordered it could do so now: not once the token has ended, the account is closed or the role is another. */
async function mayStillOrder(tx: Queryable, { createdBy, tokenID }: TaskRow, now: Date): Promise<boolean> {
  const isHere = and(eq(users.userID, createdBy), eq(users.signsIn, 1), isNull(users.disabledAt))
  const byToken = and(eq(apiTokens.tokenID, sql`${tokenID}::uuid`), inForce(now.toISOString()))
  const [who] = await tx
    .select({ officeRole: storedOfficeRole, depotID: users.depotID, token: apiTokens.tokenID })
    .from(users)
    .leftJoin(apiTokens, byToken)
    .where(isHere)
  return who !== undefined && includes(who, bulkInvoices) && who.token === tokenID
}

function act(tx: Queryable, deps: Needs, task: TaskRow, items: readonly Item[], now: Date) {
  const { createdBy, tokenID, taskID } = task
  const actor = { userID: createdBy, ...(tokenID !== null && { tokenID }) }
  const author = { actor, requestID: taskID, now }
  return carryOut(tx, deps, author, task, items)
}

const allSkipped = (items: readonly Item[]) => new Map(items.map(({ subjectID }) => [subjectID, FAILED]))

async function note(
  tx: Queryable,
  taskID: string,
  items: readonly Item[],
  skipped: ReadonlyMap<string, string>,
): Promise<void> {
  const results = items.map(({ place, subjectID }) => ({ place, reason: skipped.get(subjectID) ?? null }))
  await tx.execute(sql`
    update ${taskItems} set state = case when given.reason is null then 'done' else 'skipped' end, reason = given.reason
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as given(place integer, reason text)
    where ${taskItems.taskID} = ${taskID} and ${taskItems.place} = given.place`)
}
