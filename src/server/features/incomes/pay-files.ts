import { asc, eq, sql } from 'drizzle-orm'
import { abaFile, abaText, isAbaAccountNumber, isBSB } from '#domain/aba.ts'
import { byKey } from '#domain/by-key.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { isABN } from '#domain/identifiers.ts'
import { transactionRefId } from '#domain/invoicing.ts'
import { payrollCsv } from '#domain/payroll-csv.ts'
import type { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { bagsIn } from '../../db/bags-in.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { drivers } from '../../db/tables/drivers.ts'
import { incomes } from '../../db/tables/events.ts'
import { driverPayments } from '../../db/tables/pay.ts'
import { jobs } from '../../db/tables/runs.ts'
import { triedOut } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import type { Secrets } from '../../ports.ts'
import { openDetails } from '../drivers/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { paymentsOn, type PaymentShown } from './payments-reads.ts'

/** The files of a pay day, for the bank and for the payroll program (domain.md 11, M23). */

const notReady = (reason: string) => new Refused('aba_not_ready', { reason })

/** The transfers to contractors. Only here account numbers leave the server, which is recorded. */
export async function makeAba(tx: Queryable, author: Author, secrets: Secrets, datePaid: Day) {
  const settings = await settingsInForce(tx)
  const head = headOf(settings)
  const all = (await paymentsOn(tx, datePaid)).filter(
    ({ row, employmentType }) => row.paymentType === 'EFT' && employmentType === 'CONTRACTOR',
  )
  const driverIDs = all.map(({ payment }) => payment.driverID)
  const rows = new Map(
    (await tx.select().from(drivers).where(among(drivers.driverID, driverIDs))).map((row) => [row.driverID, row]),
  )
  const each = all.map((shown) => {
    const row = rows.get(shown.payment.driverID)!
    const { bsb, accountNumber } = openDetails(secrets, row)
    return { shown, bsb, accountNumber, reason: lacking(row.abn, bsb, accountNumber), businessName: row.businessName }
  })
  const payable = each.filter(({ reason }) => reason === null)
  if (payable.length === 0)
    throw notReady(each[0]?.reason ?? `no transfers to contractors are dated ${formatDay(datePaid)}`)
  const content = abaFile({
    ...head,
    description: 'DRIVER PAY',
    day: datePaid,
    payments: payable.map(({ shown, bsb, accountNumber, businessName }) => ({
      bsb: bsb ?? '',
      accountNumber: accountNumber ?? '',
      name: abaText(businessName ?? shown.driver) || 'DRIVER',
      reference: transactionRefId(shown.row.refNumber),
      amount: shown.row.amount,
    })),
  })
  const ids = payable.map(({ shown }) => shown.payment.transactionID)
  await tx.update(driverPayments).set({ abaAt: author.now }).where(among(driverPayments.transactionID, ids))
  await recordChange(tx, author, {
    action: 'pay.aba',
    subjectKind: 'pay_day',
    subjectID: datePaid,
    after: { transactionIDs: ids },
  })
  return {
    fileName: `pay-${datePaid}.aba`,
    content,
    count: payable.length,
    total: totalOf(payable.map(({ shown }) => shown)),
    left: each.flatMap(({ shown, reason }) =>
      reason === null ? [] : [{ driverID: shown.payment.driverID, driver: shown.driver, reason }],
    ),
    again: payable.filter(({ shown }) => shown.payment.abaAt !== null).length,
  }
}

/** What the file would have, and who is left out. Without a file it says why: on most days nobody is paid. */
export async function previewAba(tx: Queryable, author: Author, secrets: Secrets, datePaid: Day) {
  try {
    return { ...(await triedOut(tx, (inner) => makeAba(inner, author, secrets, datePaid))), content: '', problem: null }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'aba_not_ready') throw error
    const problem = error.details.reason ?? error.message
    return { fileName: '', content: '', count: 0, total: 0, left: [], again: 0, problem }
  }
}

function headOf(settings: SettingsInForce) {
  const name = abaText(settings['business.name'])
  const bsb = settings['bank.bsb']
  const accountNumber = settings['bank.accountNumber']
  if (name === '') throw notReady('the business name is missing in Settings')
  if (settings['aba.userID'] === '' || settings['aba.bank'] === '')
    throw notReady('the bank’s user ID or code is missing in Settings')
  if (!isBSB(bsb) || accountNumber === '') throw notReady('the firm’s bank account is missing in Settings')
  if (!isAbaAccountNumber(accountNumber)) throw notReady('the firm’s account number has more than nine digits')
  return {
    bank: settings['aba.bank'],
    userID: settings['aba.userID'],
    userName: name,
    from: { bsb, accountNumber },
    remitter: abaText(settings['aba.remitter']) || name,
  }
}

function lacking(abn: string | null, bsb: string | null, accountNumber: string | null): string | null {
  if (!isABN(abn ?? '')) return 'ABN missing'
  return bsb === null || accountNumber === null ? 'bank account missing' : null
}

const EMPLOYMENT: Record<(typeof EMPLOYMENT_TYPES)[number], string> = {
  EMPLOYEE: 'Employee',
  PERMANENT: 'Permanent',
  CASUAL: 'Casual',
  CONTRACTOR: 'Contractor',
}

export async function makePayrollCsv(db: Queryable, datePaid: Day) {
  const paid = (await paymentsOn(db, datePaid)).filter(({ employmentType }) => employmentType !== 'CONTRACTOR')
  const ids = paid.map(({ payment }) => payment.transactionID)
  const lines = byKey(
    await db
      .select({
        transactionID: incomes.transactionID,
        kind: incomes.kind,
        bags: sql`${bagsIn(incomes.pu)}`.mapWith(Number),
        amount: incomes.amount,
      })
      .from(incomes)
      .leftJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
      .where(among(incomes.transactionID, ids))
      .orderBy(asc(incomes.refNumber)),
    ({ transactionID }) => transactionID,
  )
  return {
    fileName: `payroll-${datePaid}.csv`,
    content: payrollCsv(
      paid.map(({ payment, row, driver, employmentType }) => ({
        employee: driver,
        employmentType: EMPLOYMENT[employmentType],
        paidOn: row.datePaid,
        from: payment.from,
        to: payment.to,
        reference: transactionRefId(row.refNumber),
        lines: lines.get(payment.transactionID) ?? [],
      })),
    ),
    count: paid.length,
    total: totalOf(paid),
  }
}

const totalOf = (paid: readonly PaymentShown[]) => paid.reduce((sum, { row }) => sum + row.amount, 0)
