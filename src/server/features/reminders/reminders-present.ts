import type { AnswerOf } from '#contract/endpoint.ts'
import type { getCallList, getReminder, listReminders, previewReminder } from '#contract/v1/reminders.ts'
import { REMINDER_NAMES_SHOWN } from '#contract/v1/reminders.ts'
import { byKey } from '#domain/by-key.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { sampleFields } from '#domain/mail-templates.ts'
import { countedNotReminded, NOT_REMINDED_REASONS, reminderName } from '#domain/reminders.ts'
import type { Queryable } from '../../db/database.ts'
import type { Dependencies } from '../../ports.ts'
import { businessNameOf, settingsInForce } from '../settings/public.ts'
import { reminderFields } from './reminder-letter.ts'
import type { ReminderPlan } from './reminder-plan.ts'
import { contentUrlOf, usualRunAt } from './reminders-commands.ts'
import { balancesFor, type Recipient } from './recipients-reads.ts'
import { cutoffIn, type ReminderShown } from './reminders-reads.ts'
import { againStates } from './send-again-commands.ts'

type ListedReminder = AnswerOf<typeof listReminders>['items'][number]
type Reminder = AnswerOf<typeof getReminder>
type ReminderPreview = AnswerOf<typeof previewReminder>

export function presentListedReminder(
  { row, counts, week }: ReminderShown,
  { mail, clock }: Pick<Dependencies, 'mail' | 'clock'>,
): ListedReminder {
  const { waiting, queued, left_out: leftOut } = counts
  const isDone = row.status === 'completed' && waiting + queued === 0
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return {
    ...row,
    readableID: reminderName(row),
    fromDate: week?.from ?? null,
    toDate: week?.to ?? null,
    cutoff: week?.cutoff ?? null,
    active: row.activatedAt !== null,
    sending: row.sendingAt !== null && (row.status === 'pending' || waiting + queued > 0),
    emailContentUrl: contentUrlOf(row.reminderID),
    customers: all - leftOut,
    counts,
    sendAgain:
      isDone && week !== null && clock.now() < week.cutoff
        ? againStates(mail).reduce((sum, state) => sum + counts[state], 0)
        : 0,
  }
}

export const presentReminder = (shown: ReminderShown, deps: Pick<Dependencies, 'mail' | 'clock'>): Reminder => ({
  ...presentListedReminder(shown, deps),
  emailContent: shown.row.emailContent,
})

/** @param there how many recipients the reminder has already */
export async function presentPreview(
  db: Queryable,
  deps: Pick<Dependencies, 'config' | 'secrets' | 'clock'>,
  { yearNumber, monthNumber, weekNumber }: WeekRef,
  { week, recipients, leftOut, runNumbers, cannot }: ReminderPlan,
  there: ReadonlySet<string>,
): Promise<ReminderPreview> {
  const settings = await settingsInForce(db)
  const sorted = recipients.toSorted(byName)
  const first = sorted[0]
  return {
    yearNumber,
    monthNumber,
    weekNumber,
    fromDate: week?.from ?? null,
    toDate: week?.to ?? null,
    cutoff: week ? cutoffIn(settings, week) : null,
    runAt: week ? usualRunAt(settings, week) : null,
    cannot,
    recipients: {
      count: recipients.length,
      customers: sorted
        .slice(0, REMINDER_NAMES_SHOWN)
        .map((one) => ({ ...presentPerson(one), email: one.customer.email ?? '' })),
    },
    added: recipients.filter(({ customer }) => !there.has(customer.customerID)).length,
    leftOut: presentLeftOut(leftOut),
    runNumbers: [...runNumbers],
    template: { subject: settings['mail.collectionReminder.subject'], text: settings['mail.collectionReminder.text'] },
    fields: week && first ? await fieldsOf(first) : sampleFields('collectionReminder', businessNameOf(settings)),
  }

  async function fieldsOf({ customer: { customerID, firstName } }: Recipient): Promise<Record<string, string>> {
    const balance = (await balancesFor(db, [customerID])).get(customerID) ?? 0
    // The preview must not contain a working link.
    const skipLink = `${deps.config.publicUrl}/skip/…`
    return { ...reminderFields(deps, settings, week!, { customerID, firstName, balance }), skipLink }
  }
}

/** In the domain's order of reasons, the names alphabetically. */
function presentLeftOut(leftOut: readonly Recipient[]): ReminderPreview['leftOut'] {
  const byReason = byKey(leftOut, ({ reason }) => reason)
  return NOT_REMINDED_REASONS.flatMap((reason) => {
    const found = byReason.get(reason)?.toSorted(byName)
    if (!found) return []
    return [
      {
        reason,
        message: countedNotReminded[reason],
        count: found.length,
        customers: found.slice(0, REMINDER_NAMES_SHOWN).map(presentPerson),
      },
    ]
  })
}

/** Customers who are due and have no email, with how to call them. */
export function presentCallList({ leftOut }: ReminderPlan): AnswerOf<typeof getCallList> {
  const found = leftOut.filter(({ reason }) => reason === 'no_email').toSorted(byName)
  return {
    items: found.map((recipient) => ({
      ...presentPerson(recipient),
      runNumber: recipient.customer.runNumber,
      mobilePhone: recipient.customer.mobilePhone,
      homePhone: recipient.customer.homePhone,
    })),
  }
}

function presentPerson({ customer }: Recipient) {
  const { customerID, refNumber, fullName, address, suburb } = customer
  return { customerID, refId: String(refNumber), customer: fullName, address, suburb }
}

const byName = ({ customer: a }: Recipient, { customer: b }: Recipient) =>
  a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : a.refNumber - b.refNumber
