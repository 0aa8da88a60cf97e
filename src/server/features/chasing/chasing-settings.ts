import { bankFileIsOld } from '#domain/chasing.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import type { HoldJudging } from '#domain/holding.ts'
import { fromDollars } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { newestFileAt } from '../bank/public.ts'
import type { SettingsInForce } from '../settings/public.ts'

/** What the rules of chasing and holding are judged by on that day. */
export async function judgingOf(db: Queryable, settings: SettingsInForce, today: Day): Promise<HoldJudging> {
  const newest = await newestFileAt(db)
  const newestOn = newest && dayOf(newest, settings['business.timeZone'])
  return {
    today,
    bankFileIsOld: bankFileIsOld(newestOn, today, settings['remind.bankDays']),
    settings: {
      days: {
        first: settings['remind.firstDays'],
        second: settings['remind.secondDays'],
        final: settings['remind.finalDays'],
      },
      final: settings['remind.final'],
      least: fromDollars(settings['remind.least'] ?? 0),
      quietUntil: settings['remind.quietUntil'],
    },
    hold: {
      auto: settings['hold.auto'],
      afterDays: settings['hold.afterDays'],
      noticeDays: settings['hold.noticeDays'],
      least: fromDollars(settings['hold.least'] ?? 0),
    },
  }
}
