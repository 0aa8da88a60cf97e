import { alsoOverdue, type ChaseStep, type Judging, keptOut, overdueOf } from '#domain/chasing.ts'
import { dayOf } from '#domain/dates.ts'
import { documentProblem } from '#domain/documents/document-problem.ts'
import { holdDayOf, type HoldJudging, remindersOf } from '#domain/holding.ts'
import { inOrderOfPayment } from '#domain/ledger-acts.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMails, replaceMails } from '../../db/mail-outbox.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../ports.ts'
import { documentsOf, invoicesOfReminder, type InvoiceShown, lockInvoices, noteMailed } from '../invoices/public.ts'
import { lockAccounts } from '../ledger/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { alsoOverdueWords, CHASE_TEMPLATES, chaseLetter } from './chase-letter.ts'
import { type Chased, chasedCustomers } from './chased-reads.ts'
import { judgingOf } from './chasing-settings.ts'
import type { WorkingDay } from '../calendar/public.ts'

export type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail' | 'config' | 'secrets' | 'payments' | 'log'>

/**
 * Sends the reminders of a working day. A customer's day is in the key of the mail, so that any number of servers may
 * do it at once, and any may be killed.
 * @param holds whether customers are paused on this day, so that who was told no day is told one
 * @returns how many
 */
export async function remindOverdue(
  deps: Needs,
  hours: WorkingDay,
  holds: boolean,
  goOn: () => boolean,
): Promise<number> {
  const { db } = deps.database
  const settings = await settingsInForce(db)
  const judging = holding(await judgingOf(db, settings, hours.day), holds)
  // Without a mail server a reminder is kept and not sent, so it would be made again every day.
  if (deps.mail.kind === 'kept' || !settings['remind.auto']) return 0
  const all = await chasedCustomers(db, settings, hours.day)
  let made = 0
  for (const { customerID, customer, invoices } of all) {
    if (remindersOf(customer, invoices, judging).mail === null) continue
    if (!goOn()) break
    const sent = await inTransaction(db, (tx) => remindOne(tx, deps, hours, { customerID, holds }), {
      isolation: 'read committed',
    })
    made += sent ? 1 : 0
  }
  return made
}

const holding = (judging: HoldJudging, holds: boolean): HoldJudging => ({
  ...judging,
  hold: { ...judging.hold, auto: judging.hold.auto && holds },
})

/** Judged again under the account's lock: a payment may have come meanwhile, or another server was sooner. */
async function remindOne(
  tx: Queryable,
  deps: Needs,
  hours: WorkingDay,
  { customerID, holds }: { customerID: string; holds: boolean },
): Promise<boolean> {
  const settings = await settingsInForce(tx)
  await lockAccounts(tx, [customerID])
  const [chased] = await chasedCustomers(tx, settings, hours.day, [customerID])
  const judging = holding(await judgingOf(tx, settings, hours.day), holds)
  const mail = settings['remind.auto'] && chased ? remindersOf(chased.customer, chased.invoices, judging).mail : null
  if (!chased || mail === null) return false
  const rows = await lockInvoices(tx, mail.invoiceIDs)
  const documents = await documentsOf(tx, deps, rows)
  const complete = documents.every((document) => documentProblem(document) === null)
  if (!complete || rows.length === 0) return false
  const at = new Map(rows.map((row, place) => [row.invoiceID, documents[place]!]))
  const inOrder = rows.toSorted(inOrderOfPayment)
  const holdFrom = holdFromOf(settings, chased, mail, judging.hold, hours)
  const papers = inOrder.map(({ invoiceID }) => at.get(invoiceID)!)
  const also = alsoOf(chased, new Set(mail.invoiceIDs), judging)
  const letter = chaseLetter(settings, mail.step, inOrder, papers, also, holdFrom)
  const dedupeKey = `overdue ${customerID} ${hours.day} ${mail.step}`
  const attachments = papers.map((document) => ({ filename: `${document.number}.pdf`, document }))
  const now = deps.clock.now()
  await replaceMails(
    tx,
    rows.flatMap((row) => undelivered(row, mail.step)),
    now,
  )
  const queued = await queueMails(
    tx,
    deps.mail,
    [{ dedupeKey, to: rows[0]!.email!, ...letter, attachments, priority: 'bulk', notAfter: hours.lastMail }],
    now,
  )
  const mailID = queued.get(dedupeKey)
  if (mailID === undefined) return false
  const author = { actor: null, requestID: null, now }
  await noteMailed(
    tx,
    author,
    rows.map((row) => ({ row, step: mail.step, mailID, holdFrom })),
  )
  return true
}

/** The rows of the other invoices that the reminder names, the oldest first. */
function alsoOf({ customer, invoices, rows }: Chased, carried: ReadonlySet<string>, judging: Judging): InvoiceShown[] {
  const named = new Set(alsoOverdue(customer, invoices, carried, judging).map(({ invoiceID }) => invoiceID))
  return rows.filter(({ invoiceID }) => named.has(invoiceID)).toSorted(inOrderOfPayment)
}

/** A second or final reminder names the day from which collections are paused. */
function holdFromOf(
  settings: SettingsInForce,
  { customer, invoices }: Chased,
  { step, invoiceIDs }: { step: ChaseStep; invoiceIDs: readonly string[] },
  hold: Parameters<typeof holdDayOf>[2],
  { day }: WorkingDay,
) {
  if (!settings['hold.auto'] || step === 'first' || !customer.isActive) return null
  const carried = invoices.filter(({ invoiceID }) => invoiceIDs.includes(invoiceID))
  // The final reminder keeps the day that the second one named.
  const named = carried.map(({ namedFrom, noticeOn }) => (noticeOn === null ? null : namedFrom))
  return named.includes(null) ? holdDayOf(carried, day, hold) : (named.toSorted().at(-1) ?? null)
}

/** The mail of an earlier try of this step, which did not go out. */
function undelivered(row: InvoiceShown, step: ChaseStep): string[] {
  const mailID = { first: row.firstRemindMailID, second: row.secondRemindMailID, final: row.finalRemindMailID }[step]
  return mailID === null ? [] : [mailID]
}

/** A mail of the outbox that is about to be sent. */
interface Leaving {
  readonly mailID: string
  readonly dedupeKey: string
  readonly subject: string
  readonly text: string
}

/**
 * Whether a mail may leave now: of a reminder every invoice still has to be chased, and owes what the mail says. Judged
 * under the account's lock, so that a payment being booked is seen.
 */
export async function mayLeave(
  { database, clock }: Pick<Needs, 'database' | 'clock'>,
  mail: Leaving,
): Promise<boolean> {
  const [kind, customerID = '', , step] = mail.dedupeKey.split(' ')
  if (kind !== 'overdue') return true
  return inTransaction(
    database.db,
    async (tx) => {
      await lockAccounts(tx, [customerID])
      const settings = await settingsInForce(tx)
      const today = dayOf(clock.now(), settings['business.timeZone'])
      const carried = new Set((await invoicesOfReminder(tx, mail.mailID)).map(({ invoiceID }) => invoiceID))
      const [chased] = await chasedCustomers(tx, settings, today, [customerID])
      if (!chased || !settings['remind.auto'] || carried.size === 0) return false
      const judging = await judgingOf(tx, settings, today)
      const theirs = chased.invoices.filter(({ invoiceID }) => carried.has(invoiceID))
      const total = theirs.reduce((sum, { owing }) => sum + owing, 0)
      return (
        theirs.length === carried.size &&
        theirs.every((invoice) => keptOut(invoice, chased.customer, overdueOf(chased.invoices), judging) === null) &&
        saysOwing(settings, step as ChaseStep, mail, total) &&
        saysAlso(mail, alsoOverdueWords(alsoOf(chased, carried, judging)))
      )
    },
    { isolation: 'read committed' },
  )
}

/** Where the office's words name the total, it has to be what is owed now. */
function saysOwing(settings: SettingsInForce, step: ChaseStep, { subject, text }: Leaving, total: Cents): boolean {
  const template = CHASE_TEMPLATES[step]
  const names = (words: string, letter: string) => !words.includes('{total}') || letter.includes(showMoney(total))
  return names(settings[`mail.${template}.subject`], subject) && names(settings[`mail.${template}.text`], text)
}

/** A reminder that names other overdue invoices has to name those of now. */
const saysAlso = ({ text }: Leaving, words: string): boolean =>
  !/Also overdue: \$[\d,.]+ \(/.test(text) || (words !== '' && text.includes(words))
