import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { dayOf, formatDay } from '#domain/dates.ts'
import { balanceSentence } from '#domain/documents/print-parts.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import { pickupSentence } from '#domain/pickup-sentence.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { INLINE_PHOTO_MAX, type NewMail, queueMails } from '../../../db/mail-outbox.ts'
import { customers } from '../../../db/tables/customers.ts'
import { photos } from '../../../db/tables/events.ts'
import { users } from '../../../db/tables/users.ts'
import type { Author } from '../../../http/changes.ts'
import type { Dependencies } from '../../../ports.ts'
import { carriableInvoices, type CarriedInvoice, noteCarried } from '../../invoices/public.ts'
import { balancesOf } from '../../ledger/public.ts'
import { letterOf, portalLink, settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { unbilledAt } from '../core/stop-money-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'

export type ConfirmationNeeds = Pick<Dependencies, 'mail' | 'config' | 'secrets' | 'payments'>

interface Completed {
  /** All have an outcome and are billed. */
  readonly stops: readonly StopRow[]
  readonly issued: readonly { readonly invoiceID: string; readonly customerID: string }[]
}

/**
 * Mails the customers of a completed run what was recorded: one mail per stop, with one photo and the new invoices.
 * Customers without email, or who get no account by email, are left out.
 */
export async function confirmPickups(
  tx: Queryable,
  deps: ConfirmationNeeds,
  author: Author,
  { stops, issued }: Completed,
): Promise<void> {
  const settings = await settingsInForce(tx)
  const { mailed, readers } = await confirmedBy(tx, settings, stops)
  if (mailed.length === 0) return
  const ids = mailed.map(({ customerID }) => customerID)
  const balances = await balancesOf(tx, ids)
  const shown = await photosShown(tx, mailed)
  const invoices = await carriableInvoices(
    tx,
    deps,
    issued.filter(({ customerID }) => ids.includes(customerID)).map(({ invoiceID }) => invoiceID),
    author.now,
  )
  const unbilled = await unbilledAt(
    tx,
    mailed.map(({ assignmentID }) => assignmentID),
  )
  const mails: NewMail[] = []
  const carrying = new Map<string, readonly CarriedInvoice[]>()
  for (const stop of mailed) {
    const { customerID, assignmentID, outcome } = stop
    const { firstName, email, refNumber, signsIn } = readers.get(customerID)!
    const day = formatDay(dayOf(stop.doneAt ?? author.now, settings['business.timeZone']))
    const address = `${stop.address}, ${stop.suburb}`
    const whatHappened = outcome && pickupSentence({ ...stop, outcome, day, place: address })
    if (!whatHappened) continue
    // The first mail to a customer with several stops carries the invoices.
    const carried = invoices.get(customerID) ?? []
    invoices.delete(customerID)
    const dedupeKey = `pickup ${customerID} ${assignmentID}`
    carrying.set(dedupeKey, carried)
    const letter = letterOf(settings, 'pickupConfirmation', {
      firstName,
      refId: String(refNumber),
      day,
      address,
      whatHappened,
      // An account that is not full gets no invoice yet. Without a word of it the collection would seem to cost nothing.
      invoice: [...carried.map(({ sentence }) => sentence), ...laterSentence(unbilled.get(assignmentID) ?? 0)].join(
        '\n\n',
      ),
      balance: balanceSentence(balances.get(customerID)?.balance ?? 0),
      collectionsLink: portalLink(deps.config, settings, 'schedules', { signsIn }),
    })
    mails.push({
      ...letter,
      dedupeKey,
      to: email,
      priority: 'bulk',
      inlinePhotoID: stop.photoIDs.find((photoID) => shown.has(photoID)),
      attachments: carried.map(({ document }) => ({ filename: `${document.number}.pdf`, document })),
    })
  }
  const queued = await queueMails(tx, deps.mail, mails, author.now)
  await noteCarried(
    tx,
    author,
    [...queued].map(([dedupeKey, mailID]) => ({ mailID, invoices: carrying.get(dedupeKey) ?? [] })),
  )
}

const laterSentence = (amount: Cents): string[] =>
  amount > 0 ? [`${showMoney(amount)} for this visit goes on a later invoice.`] : []

/** The stops that completing confirms by email, and to whom. */
export async function confirmedBy<Stop extends Pick<StopRow, 'customerID' | 'outcome'>>(
  db: Queryable,
  settings: SettingsInForce,
  stops: readonly Stop[],
): Promise<{ mailed: Stop[]; readers: Map<string, Reader> }> {
  if (!settings['mail.confirmPickups'] || stops.length === 0) return { mailed: [], readers: new Map() }
  const readers = await readersOf(
    db,
    stops.map(({ customerID }) => customerID),
  )
  const mailed = stops.filter(({ customerID, outcome }) => readers.has(customerID) && outcome !== 'CUSTOMER_CANCELLED')
  return { mailed, readers }
}

interface Reader {
  readonly firstName: string
  readonly email: string
  readonly refNumber: number
  readonly signsIn: number
}

async function readersOf(tx: Queryable, customerIDs: readonly string[]): Promise<Map<string, Reader>> {
  const rows = await tx
    .select({
      customerID: customers.customerID,
      firstName: users.firstName,
      email: users.email,
      refNumber: customers.refNumber,
      signsIn: users.signsIn,
    })
    .from(customers)
    .innerJoin(users, eq(users.userID, customers.customerID))
    .where(
      and(among(customers.customerID, customerIDs), isNotNull(users.email), eq(customers.doNotSendInvoiceEmail, false)),
    )
  return new Map(rows.map(({ customerID, email, ...row }) => [customerID, { ...row, email: email! }]))
}

/** The ids of photos small enough to be shown in a mail. */
async function photosShown(tx: Queryable, stops: readonly StopRow[]): Promise<Set<string>> {
  const ids = stops.flatMap(({ photoIDs }) => photoIDs)
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ photoID: photos.photoID })
    .from(photos)
    .where(and(among(photos.photoID, ids), lte(photos.size, INLINE_PHOTO_MAX)))
  return new Set(rows.map(({ photoID }) => photoID))
}
