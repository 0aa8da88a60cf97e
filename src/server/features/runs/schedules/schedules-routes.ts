import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import { refuseField } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import { customerWeeks } from './customer-weeks-reads.ts'
import { ownScheduleOf } from './own-schedule-reads.ts'

export const schedulesRoutes = (): Route[] => [
  serve(customerSchedules)(async ({ customerID }, { actor, database, now, refuse }) => {
    if (actor.role !== 'ADMIN' && customerID !== undefined && customerID !== actor.userID) refuse('not_found')
    const whose =
      actor.role === 'ADMIN' ? (customerID ?? refuseField('customerID', 'This field is mandatory')) : actor.userID
    return customerWeeks(database, actor, whose, now)
  }),

  serve(ownSchedule)(({ past }, { actor, database, now }) => ownScheduleOf(database, actor.userID, past, now)),
]
