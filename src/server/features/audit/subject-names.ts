import { and, eq, isNull } from 'drizzle-orm'
import { weekWithYear } from '#domain/day-words.ts'
import { type Day, formatDay, isDay } from '#domain/dates.ts'
import { isID, readableRunID } from '#domain/identifiers.ts'
import { invoiceNumber, transactionRefId } from '#domain/invoicing.ts'
import { runInFile, runInWords, weekOfRun } from '#domain/run-name.ts'
import { reminderName } from '#domain/reminders.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { sameWeek } from '../../db/same-week.ts'
import { apiTokens } from '../../db/tables/api-tokens.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { cases } from '../../db/tables/cases.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { devices, events, movedEvents } from '../../db/tables/events.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { mails } from '../../db/tables/mails.ts'
import { priceChanges } from '../../db/tables/prices.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { jobs, noPickups, pickupRequests, runs } from '../../db/tables/runs.ts'
import { depots } from '../../db/tables/depots.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { users } from '../../db/tables/users.ts'
import { webhooks } from '../../db/tables/webhooks.ts'

interface Subject {
  readonly subjectKind: string
  readonly subjectID: string
}

type Named = { id: string; name: string }
type Names = (db: Queryable, ids: string[]) => Promise<Named[]>

interface Week {
  readonly yearNumber: number
  readonly monthNumber: number
  readonly weekNumber: number
}

/** As the week's run is named. @param days null: the calendar no longer has the week */
const weekIs = (week: Week, days: { from: Day; to: Day } | null): string =>
  days === null
    ? `Week ${week.weekNumber} of period ${week.monthNumber}, ${week.yearNumber}`
    : weekWithYear(week, days.from, days.to)

const DAYS = { from: calendarSettings.from, to: calendarSettings.to }

const people: Names = (db, ids) =>
  db.select({ id: users.userID, name: users.fullName }).from(users).where(among(users.userID, ids))

/** Each kind of subject has one query, which reads all subjects of a page. */
const NAMES: Readonly<Record<string, Names>> = {
  user: people,
  admin: people,
  driver: people,
  api_token: (db, ids) =>
    db.select({ id: apiTokens.tokenID, name: apiTokens.name }).from(apiTokens).where(among(apiTokens.tokenID, ids)),
  webhook: async (db, ids) => {
    const rows = await db
      .select({ id: webhooks.webhookID, url: webhooks.url })
      .from(webhooks)
      .where(among(webhooks.webhookID, ids))
    return rows.map(({ id, url }) => ({ id, name: new URL(url).host }))
  },
  customer: async (db, ids) => {
    const rows = await db
      .select({ id: customers.customerID, refNumber: customers.refNumber, fullName: users.fullName })
      .from(customers)
      .innerJoin(users, eq(users.userID, customers.customerID))
      .where(among(customers.customerID, ids))
    return rows.map(({ id, refNumber, fullName }) => ({ id, name: `${fullName} (${refNumber})` }))
  },
  depot: (db, ids) =>
    db.select({ id: depots.depotID, name: depots.name }).from(depots).where(among(depots.depotID, ids)),
  suburb: async (db, ids) => {
    const rows = await db.select().from(suburbs).where(among(suburbs.suburbID, ids))
    return rows.map(({ suburbID, label, postCode }) => ({ id: suburbID, name: `${label} ${postCode}` }))
  },
  product: (db, ids) =>
    db.select({ id: products.productID, name: products.name }).from(products).where(among(products.productID, ids)),
  price_change: async (db, ids) => {
    const rows = await db
      .select({ id: priceChanges.priceChangeID, day: priceChanges.day, servicePackage: products.name })
      .from(priceChanges)
      .leftJoin(products, eq(products.productID, priceChanges.productID))
      .where(among(priceChanges.priceChangeID, ids))
    return rows.map(({ id, day, servicePackage }) => ({
      id,
      name: `${servicePackage === null ? '' : `${servicePackage} `}from ${formatDay(day)}`,
    }))
  },
  run: async (db, ids) => {
    const rows = await db.select().from(runs).where(among(runs.runOrderID, ids))
    return rows.map((run) => ({
      id: run.runOrderID,
      name: runInFile({
        runOrder: readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
        runWeek: weekOfRun(run),
      })!,
    }))
  },
  job: (db, ids) =>
    db
      .select({ id: jobs.assignmentID, name: jobs.capturedCustomerName })
      .from(jobs)
      .where(among(jobs.assignmentID, ids)),
  invoice: async (db, ids) => {
    const rows = await db.select().from(invoices).where(among(invoices.invoiceID, ids))
    return rows.map(({ invoiceID, kind, number }) => ({ id: invoiceID, name: invoiceNumber(kind, number) }))
  },
  transaction: async (db, ids) => {
    const rows = await db
      .select({ id: transactions.transactionID, refNumber: transactions.refNumber })
      .from(transactions)
      .where(among(transactions.transactionID, ids))
    return rows.map(({ id, refNumber }) => ({ id, name: transactionRefId(refNumber) }))
  },
  reminder: async (db, ids) => {
    const rows = await db
      .select({ reminder: reminders, days: DAYS })
      .from(reminders)
      .leftJoin(calendarSettings, sameWeek(calendarSettings, reminders))
      .where(and(among(reminders.reminderID, ids), isNull(reminders.deletedAt)))
    return rows.map(({ reminder, days }) => ({
      id: reminder.reminderID,
      name: days
        ? runInWords({ ...reminder, fromDate: days.from, toDate: days.to, readableID: reminderName(reminder) }, '')
        : weekIs(reminder, null),
    }))
  },
  bank_file: (db, ids) =>
    db
      .select({ id: bankFiles.bankFileID, name: bankFiles.name })
      .from(bankFiles)
      .where(among(bankFiles.bankFileID, ids)),
  bank_line: (db, ids) =>
    db
      .select({ id: bankLines.bankLineID, name: bankLines.text })
      .from(bankLines)
      .where(among(bankLines.bankLineID, ids)),
  mail: (db, ids) => db.select({ id: mails.mailID, name: mails.subject }).from(mails).where(among(mails.mailID, ids)),
  event: (db, ids) =>
    db
      .select({ id: events.eventID, name: jobs.capturedCustomerName })
      .from(events)
      .innerJoin(jobs, eq(jobs.assignmentID, events.jobID))
      .where(among(events.eventID, ids))
      .union(
        db
          .select({ id: movedEvents.eventID, name: jobs.capturedCustomerName })
          .from(movedEvents)
          .innerJoin(jobs, eq(jobs.assignmentID, movedEvents.jobID))
          .where(among(movedEvents.eventID, ids)),
      ),
  no_pickup: async (db, ids) => {
    const rows = await db
      .select({ noPickup: noPickups, fullName: users.fullName, days: DAYS })
      .from(noPickups)
      .innerJoin(users, eq(users.userID, noPickups.customerID))
      .leftJoin(calendarSettings, sameWeek(calendarSettings, noPickups))
      .where(among(noPickups.noPickupID, ids))
    return rows.map(({ noPickup, fullName, days }) => ({
      id: noPickup.noPickupID,
      name: `${fullName}, ${weekIs(noPickup, days)}`,
    }))
  },
  pickup_request: async (db, ids) => {
    const rows = await db
      .select({ request: pickupRequests, fullName: users.fullName, days: DAYS })
      .from(pickupRequests)
      .innerJoin(users, eq(users.userID, pickupRequests.customerID))
      .leftJoin(calendarSettings, sameWeek(calendarSettings, pickupRequests))
      .where(among(pickupRequests.pickupRequestID, ids))
    return rows.map(({ request, fullName, days }) => ({
      id: request.pickupRequestID,
      name: `${fullName}, ${weekIs(request, days)}`,
    }))
  },
  case: async (db, ids) => {
    const rows = await db
      .select({ id: cases.caseID, refNumber: cases.refNumber, fullName: users.fullName })
      .from(cases)
      .innerJoin(users, eq(users.userID, cases.customerID))
      .where(among(cases.caseID, ids))
    return rows.map(({ id, refNumber, fullName }) => ({ id, name: `Case ${refNumber}, ${fullName}` }))
  },
  calendar: async (db, ids) => {
    const rows = await db.select().from(calendarSettings).where(among(calendarSettings.calendarSettingID, ids))
    return rows.map((row) => ({ id: row.calendarSettingID, name: weekIs(row, row) }))
  },
  device: async (db, ids) => {
    const rows = await db
      .select({ id: devices.deviceID, fullName: users.fullName })
      .from(devices)
      .innerJoin(users, eq(users.userID, devices.userID))
      .where(among(devices.deviceID, ids))
      // If several drivers use one phone, the last is named.
      .orderBy(devices.lastSeenAt)
    return rows.map(({ id, fullName }) => ({ id, name: `${fullName}’s phone` }))
  },
}

/** Some ids are readable themselves: a setting's key, a year of the calendar, a day of payment. */
const readable = (id: string): string => (isDay(id) ? formatDay(id) : id)

/** The current names of a page's subjects, by kind and id; a deleted one has no name. */
export async function subjectNames(
  db: Queryable,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | null> {
  const found = new Map<string, string>()
  for (const kind of new Set(subjects.map(({ subjectKind }) => subjectKind))) {
    const ids = subjects.filter((one) => one.subjectKind === kind && isOurs(one)).map(({ subjectID }) => subjectID)
    const names = Object.hasOwn(NAMES, kind) ? NAMES[kind] : undefined
    if (!names || ids.length === 0) continue
    for (const { id, name } of await names(db, [...new Set(ids)])) found.set(`${kind} ${id}`, name)
  }
  return (subject) =>
    found.get(`${subject.subjectKind} ${subject.subjectID}`) ?? (isOurs(subject) ? null : readable(subject.subjectID))
}

/** Whether the id identifies a row. The server made it, except a phone's, which is any text. */
const isOurs = ({ subjectKind, subjectID }: Subject) => subjectKind === 'device' || isID(subjectID)
