import { moveWeek as move, previewMoveWeek } from '#contract/v1/calendar-move.ts'
import { type Route, serve } from '../../http/serve.ts'
import { moveWeek } from './move-week-commands.ts'
import { planMove } from './move-week-plan.ts'

export const moveWeekRoutes = (): Route[] => [
  // It judges every active customer.
  serve(previewMoveWeek, { transaction: false, slow: true })(async (input, { db, now }) => {
    const { row, weeks, warnings, refusal } = await planMove(db, now, input)
    return {
      version: row.version,
      weeks,
      warnings,
      refusal: refusal && { code: refusal.code, message: refusal.message },
    }
  }),

  serve(move)(async (input, context) => {
    const { version, weeks, warnings } = await moveWeek(context.db, context, input, context.ifMatch)
    return { version, weeks, warnings }
  }),
]
