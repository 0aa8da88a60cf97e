import { eq } from 'drizzle-orm'
import { dayOf, addDays, formatDay } from '#domain/dates.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import { users } from '../../db/tables/users.ts'
import type { Author } from '../../http/changes.ts'
import type { Dependencies } from '../../ports.ts'
import { letterOf, portalLink, settingsInForce } from '../settings/public.ts'
import type { CaseRow } from './cases-reads.ts'

interface Answered {
  readonly messageID: string
  readonly text: string
  readonly amount: Cents | null
  /** Until when the customer can disagree; null: the case is closed. */
  readonly until: Date | null
}

/** Mails the office's answer; a customer without email reads it in the app only. */
export async function mailAnswer(
  tx: Queryable,
  { mail, config }: Pick<Dependencies, 'mail' | 'config'>,
  { now }: Author,
  { caseID, customerID, refNumber, kind }: CaseRow,
  { messageID, text, amount, until }: Answered,
): Promise<void> {
  const [to] = await tx
    .select({ firstName: users.firstName, email: users.email, signsIn: users.signsIn })
    .from(users)
    .where(eq(users.userID, customerID))
  if (!to || to.email === null) return
  const settings = await settingsInForce(tx)
  const link = portalLink(config, settings, `cases/${caseID}`, to)
  const canRead = to.signsIn === 1
  // The day before: `until` is the first instant that is too late.
  const lastDay = until === null ? null : formatDay(addDays(dayOf(until, settings['business.timeZone']), -1))
  const letter = letterOf(settings, 'caseAnswered', {
    firstName: to.firstName,
    caseNumber: String(refNumber),
    answer: text,
    credit: amount === null ? '' : `We’ve given you a credit of ${showMoney(amount)}.`,
    next:
      lastDay === null
        ? `This is closed now. ${canRead ? 'You can read it here' : 'If you have a question'}: ${link}`
        : kind === 'outcome'
          ? `You can ${canRead ? 'read it, or ' : ''}tell us by ${lastDay} that you don’t agree: ${link}`
          : `You can ${canRead ? 'read it, or ' : ''}ask again by ${lastDay}: ${link}`,
  })
  await queueMail(tx, mail, { dedupeKey: `case ${customerID} ${messageID}`, to: to.email, ...letter }, now)
}
