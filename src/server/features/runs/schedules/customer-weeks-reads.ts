import type { AnswerOf } from '#contract/endpoint.ts'
import type { customerSchedules } from '#contract/v1/customer-schedules.ts'
import type { Database } from '../../../db/database.ts'
import type { Actor } from '../../../http/serve.ts'
import { presentWeek } from './schedules-present.ts'
import { scheduleOf } from './schedules-reads.ts'

type ScheduledWeek = AnswerOf<typeof customerSchedules>[number]

/** The customer's collections of the past and the next year, as this user may see them. */
export async function customerWeeks(
  db: Database,
  actor: Pick<Actor, 'role'>,
  customerID: string,
  now: Date,
): Promise<ScheduledWeek[]> {
  const known = await scheduleOf(db, customerID, now)
  return known.entries.map((entry) => presentWeek(entry, known, actor.role === 'ADMIN'))
}
