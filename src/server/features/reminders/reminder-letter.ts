import type { CalendarRow } from '#domain/calendar.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { balanceSentence } from '#domain/documents/print-parts.ts'
import { defused } from '#domain/typed-names.ts'
import { fillIn, fillInLine } from '#domain/mail-templates.ts'
import { withNoticeIn } from '#domain/mails/collection-reminder.ts'
import { showCutoff } from '#domain/reminders.ts'
import type { Cents } from '#domain/money.ts'
import type { Dependencies } from '../../ports.ts'
import { businessNameOf, noticeOf, type SettingsInForce } from '../settings/public.ts'
import { skipUrlOf } from './skip-token.ts'

type Needs = Pick<Dependencies, 'config' | 'secrets' | 'clock'>

interface Addressee {
  readonly customerID: string
  readonly firstName: string
  readonly balance: Cents
}

export function reminderFields(
  deps: Needs,
  settings: SettingsInForce,
  week: CalendarRow,
  { customerID, firstName, balance }: Addressee,
): Record<string, string> {
  return {
    firstName: defused(firstName),
    weekFrom: showLongDay(week.from),
    weekTo: showLongDay(week.to),
    cutoff: showCutoff(week, settings['business.timeZone'], settings['noPickup.cutoff']),
    skipLink: skipUrlOf(deps, customerID, week),
    balance: balanceSentence(balance),
    notice: noticeOf(settings, deps.clock.now())?.text ?? '',
    businessName: businessNameOf(settings),
  }
}

export function reminderLetter(
  { emailSubject, emailContent }: { emailSubject: string; emailContent: string },
  fields: Readonly<Record<string, string>>,
): { subject: string; text: string } {
  return { subject: fillInLine(emailSubject, fields).text, text: fillIn(withNoticeIn(emailContent), fields).text }
}
