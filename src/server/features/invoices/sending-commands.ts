import { sql } from 'drizzle-orm'
import { documentProblem } from '#domain/documents/document-problem.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { CHASE_STEPS, type ChaseStep } from '#domain/chasing.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { isUndelivered } from '#domain/delivery.ts'
import { holdDayOf } from '#domain/holding.ts'
import { nextReminder, type Reminded, reminderProblem } from '#domain/invoicing.ts'
import { type RefusalCode, refusals } from '#domain/refusals.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { type NewMail, queueMails, replaceMails } from '../../db/mail-outbox.ts'
import { queueInvoicePushes } from '../../db/push-outbox.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { writeAudits } from '../../http/audit.ts'
import { type Author, doneBy, recordChanges } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { customersWithWaitingPayment } from '../bank/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type ChargeAnnounced, chargesAnnounced, keepNotices } from './charge-announcer.ts'
import { documentsOf } from './documents-reads.ts'
import { invoiceLetter } from './invoice-letter.ts'
import { type InvoiceShown, lockInvoices } from './invoices-reads.ts'
import { type WaitingDebit, waitingDebits } from './pay-link-reads.ts'

/** Sends issued invoices by mail, first and as reminders (domain.md 6, Remind). */

export type MailAct = 'send' | 'remind'
type Needs = Pick<Dependencies, 'mail' | 'config' | 'secrets' | 'payments'>

export interface NotMailed {
  readonly code: RefusalCode
  readonly message: string
}

interface Occasion {
  /** Distinguishes one sending of an invoice from another. */
  readonly name: string
  /** A whole list is `bulk`: it is paced, and waits behind the links that people ask for. */
  readonly priority: 'account' | 'bulk'
}

/** Mails one invoice by hand, as often as the office likes. */
export async function mailInvoice(
  tx: Queryable,
  deps: Needs,
  author: Author,
  act: MailAct,
  { invoiceID, ifMatch }: { invoiceID: string; ifMatch: number | null },
): Promise<void> {
  const [row] = await lockInvoices(tx, [invoiceID])
  if (!row) throw new Refused('not_found')
  requireVersion(ifMatch, row.version)
  const occasion = { name: String(author.now.getTime()), priority: 'account' as const }
  const refused = await mailInvoices(tx, deps, author, act, [row], occasion)
  const why = refused.get(invoiceID)
  if (why) throw new Refused(why.code, { message: why.message })
}

/**
 * Queues one mail for each invoice that may be mailed, and notes when. The caller has locked the invoices.
 * @returns those that were not mailed, and why
 */
export async function mailInvoices(
  tx: Queryable,
  deps: Needs,
  author: Author,
  act: MailAct,
  rows: readonly InvoiceShown[],
  occasion: Occasion,
): Promise<Map<string, NotMailed>> {
  const settings = await settingsInForce(tx)
  const customerIDs = [...new Set(rows.map(({ customerID }) => customerID))]
  const balances = await balancesOf(tx, customerIDs)
  const waiting = act === 'remind' ? await customersWithWaitingPayment(tx, customerIDs) : new Set<string>()
  const debits = act === 'remind' ? await waitingDebits(tx, customerIDs) : new Map<string, WaitingDebit>()
  const documents = await documentsOf(tx, deps, rows)
  const charges = act === 'send' ? await chargesAnnounced(tx, deps, rows, author.now) : new Map<string, never>()
  const refused = new Map<string, NotMailed>()
  const made: (Omit<Mailed, 'mailID' | 'charge'> & { readonly mail: NewMail })[] = []
  for (const [at, row] of rows.entries()) {
    const document = documents[at]!
    const why = problemOf(row, document, act, { settings, now: author.now, waiting, debits })
    if (why) {
      refused.set(row.invoiceID, why)
      continue
    }
    const step = act === 'send' ? 'send' : nextReminder(remindedAs(row, settings))!
    const holdFrom = step === 'second' ? holdFromOf(row, settings, author.now) : null
    const letter = invoiceLetter(settings, step, row, {
      document,
      balance: balances.get(row.customerID)?.balance ?? 0,
      charge: charges.get(row.invoiceID),
      holdFrom,
      today: dayOf(author.now, settings['business.timeZone']),
    })
    const attachments = [{ filename: `${document.number}.pdf`, document }]
    const dedupeKey = keyOf(row, step, occasion)
    made.push({
      row,
      step,
      holdFrom,
      mail: { dedupeKey, to: row.email!, ...letter, attachments, priority: occasion.priority },
    })
  }
  const replaced = made.flatMap(({ row, step }) => replacedBy(row, step))
  if (replaced.length > 0) await replaceMails(tx, replaced, author.now)
  const queued = await queueMails(
    tx,
    deps.mail,
    made.map(({ mail }) => mail),
    author.now,
  )
  const mailed = made.flatMap(({ row, step, holdFrom, mail }) => {
    const mailID = queued.get(mail.dedupeKey)
    return mailID === undefined ? [] : [{ row, step, holdFrom, mailID, charge: charges.get(row.invoiceID) }]
  })
  await noteMailed(tx, author, mailed)
  return refused
}

/**
 * A deleted customer's mails are found by the ID in their keys. A reminder that was not sent is made anew once: its key
 * has the ID of the mail that it replaces.
 */
function keyOf(row: InvoiceShown, step: Mailed['step'], { name }: Occasion): string {
  const replaced = step === 'first' ? row.firstRemindMailID : row.secondRemindMailID
  const what = step === 'send' ? name : replaced === null ? step : `${step} ${replaced}`
  return `invoice ${row.customerID} ${row.invoiceID} ${what}`
}

/** The day that a second reminder names; null: collections aren't paused for this. A failed debit only makes it later. */
function holdFromOf(row: InvoiceShown, settings: SettingsInForce, now: Date): Day | null {
  if (!settings['hold.auto'] || row.customerStatus !== 'ACTIVE' || row.kind === 'debit') return null
  const dayAt = (at: Date) => dayOf(at, settings['business.timeZone'])
  const invoice = {
    dueDate: row.dueDate,
    failedOn: null,
    collectAgainOn: row.collectAgainAt && dayAt(row.collectAgainAt),
  }
  const hold = { afterDays: settings['hold.afterDays'], noticeDays: settings['hold.noticeDays'] }
  return holdDayOf([invoice], dayAt(now), hold)
}

/** The mails that did not go and that the new one makes needless. */
function replacedBy(row: InvoiceShown, step: Mailed['step']): string[] {
  const ids = [
    isUndelivered(row.delivery) ? row.sentMailID : null,
    step === 'send' && row.again !== null && row.again.state !== 'queued' ? row.againMailID : null,
    step === 'first' ? row.firstRemindMailID : null,
    step === 'second' ? row.secondRemindMailID : null,
  ]
  return ids.filter((mailID) => mailID !== null)
}

export interface Mailed {
  readonly row: InvoiceShown
  readonly step: 'send' | ChaseStep
  readonly mailID: string
  /** The day that the reminder names, from which collections are paused. */
  readonly holdFrom?: Day | null
  /** The charge that the mail announces. */
  readonly charge?: ChargeAnnounced | undefined
}

/** Notes on the invoices which mail carried them. @param author userID null: the server, by itself */
export async function noteMailed(tx: Queryable, author: Mailer, mailed: readonly Mailed[]): Promise<void> {
  const now = sql`${author.now.toISOString()}::timestamptz`
  for (const step of ['send', ...CHASE_STEPS] as const) {
    const ofStep = mailed.filter((each) => each.step === step)
    if (ofStep.length === 0) continue
    const noted = ofStep.map(({ row, mailID, holdFrom = null }) => ({
      invoice: row.invoiceID,
      holdfrom: holdFrom,
      mail: mailID,
      // A reminder carries the invoice too.
      carries: isUndelivered(row.delivery) || (step === 'send' && row.delivery === 'waiting'),
      // One that was sent or printed stays so, whatever becomes of a further mail.
      again: step === 'send' && (row.delivery === 'sent' || row.delivery === 'printed'),
      // The further mail before this one carried it, so that one is the latest that did.
      promotes: row.againMailID !== null && row.again === null,
    }))
    await tx.execute(sql`
      update ${invoices} set version = version + 1,
        sent_at = case when given.carries then ${now} else sent_at end,
        sent_mail_id = case when given.carries then given.mail when given.again and given.promotes then again_mail_id else sent_mail_id end,
        again_mail_id = case when given.again then given.mail when given.carries then null else again_mail_id end
        ${step === 'first' ? sql`, first_remind_at = ${now}, first_remind_mail_id = given.mail` : sql``}
        ${step === 'second' ? sql`, second_remind_at = ${now}, second_remind_mail_id = given.mail, hold_named_from = given.holdfrom` : sql``}
        ${step === 'final' ? sql`, final_remind_at = ${now}, final_remind_mail_id = given.mail, hold_named_from = given.holdfrom` : sql``}
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as given(invoice uuid, mail uuid, holdfrom date, carries boolean, again boolean, promotes boolean)
      where ${invoices.invoiceID} = given.invoice`)
  }
  await keepNotices(
    tx,
    mailed.flatMap(({ row: { invoiceID }, mailID, charge }) => (charge ? [{ mailID, invoiceID, charge }] : [])),
    author.now,
  )
  await queueInvoicePushes(
    tx,
    mailed.map(({ row: { customerID, invoiceID }, step }) => ({ customerID, invoiceID, step })),
    author.now,
  )
  await writeAudits(
    tx,
    mailed.map(({ row, step }) => ({
      ...(author.actor === null ? { actorID: null } : doneBy(author.actor)),
      requestID: author.requestID,
      at: author.now,
      action: step === 'send' ? 'invoice.send' : 'invoice.remind',
      subjectKind: 'invoice',
      subjectID: row.invoiceID,
      after: step === 'send' ? {} : { step },
    })),
  )
}

/** Who mails; actor null: the server, by itself. */
export type Mailer = Pick<Author, 'now'> & { readonly actor: Author['actor'] | null; readonly requestID: string | null }

interface Judged {
  readonly settings: SettingsInForce
  readonly now: Date
  readonly waiting: ReadonlySet<string>
  readonly debits: ReadonlyMap<string, WaitingDebit>
}

function problemOf(
  row: InvoiceShown,
  document: InvoiceDocument,
  act: MailAct,
  { settings, now, waiting, debits }: Judged,
): NotMailed | null {
  const today = dayOf(now, settings['business.timeZone'])
  const code =
    (act === 'remind' ? reminderProblem(remindedAs(row, settings), today) : null) ??
    (debits.has(row.invoiceID) ? 'payment_pending' : null) ??
    (waiting.has(row.customerID) ? 'payment_may_be_waiting' : null) ??
    (row.email !== null ? null : row.doNotSendInvoiceEmail ? 'email_unwanted' : 'email_missing')
  if (code !== null) return { code, message: refusals[code].message }
  const message = documentProblem(document)
  return message === null ? null : { code: 'document_incomplete', message }
}

/** An invoice as the rules of reminding read it. */
export function remindedAs(row: InvoiceShown, settings: SettingsInForce): Reminded {
  const dayAt = (at: Date | null) => at && dayOf(at, settings['business.timeZone'])
  return {
    dueDate: row.dueDate,
    owing: row.amount - row.allocated,
    firstRemindOn: dayAt(row.firstRemindAt),
    secondRemindOn: dayAt(row.secondRemindAt),
    isReopened: row.reopenedAt !== null,
    collectAgainOn: dayAt(row.collectAgainAt),
  }
}

/**
 * A printed and posted invoice counts as sent. A mail that did not go is given up.
 * @returns those that are sent, or about to be
 */
export async function markPrinted(
  tx: Queryable,
  author: Author,
  rows: readonly InvoiceShown[],
): Promise<Map<string, NotMailed>> {
  const printed = rows.filter(({ delivery }) => isUndelivered(delivery))
  const fresh = printed.map(({ invoiceID }) => invoiceID)
  if (fresh.length > 0) {
    await replaceMails(
      tx,
      printed.flatMap(({ sentMailID }) => sentMailID ?? []),
      author.now,
    )
    await tx
      .update(invoices)
      .set({ queuedAt: author.now, sentMailID: null, againMailID: null, version: sql`${invoices.version} + 1` })
      .where(among(invoices.invoiceID, fresh))
  }
  await recordChanges(
    tx,
    author,
    fresh.map((subjectID) => ({ action: 'invoice.print', subjectKind: 'invoice', subjectID, after: {} })),
  )
  const sent = rows.filter(({ delivery }) => !isUndelivered(delivery))
  return new Map(
    sent.map(({ invoiceID }) => [invoiceID, { code: 'sent_already', message: refusals.sent_already.message }]),
  )
}
