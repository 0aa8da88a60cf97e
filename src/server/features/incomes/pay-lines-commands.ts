import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { addPayLine } from '#contract/v1/pays.ts'
import { dayOf, instantAt } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { PAY_LINE_KINDS } from '#domain/words.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { incomes } from '../../db/tables/events.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { driverByID } from '../drivers/public.ts'
import { firstDayOf, requireOpenBooks } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'

/** Adds a tip, bonus or deduction that the office enters (domain.md 11, M20). It is payable at once. @returns its ID */
export async function addLine(
  tx: Queryable,
  author: Author,
  { driverID, kind, reason, amount: given, ...input }: InputOf<typeof addPayLine>,
): Promise<string> {
  if (given === 0) refuseField('amount', 'This must be more than $0')
  const driver = await driverByID(tx, driverID)
  if (!driver) refuseField('driverID', 'This driver doesn’t exist')
  const settings = await settingsInForce(tx)
  const timeZone = settings['business.timeZone']
  const today = dayOf(author.now, timeZone)
  const day = input.day ?? today
  if (day > today) refuseField('day', 'This date is in the future')
  const { createdAt, employmentStartDate: startDate } = driver
  if (day < firstDayOf({ createdAt, startDate }, timeZone)) refuseField('day', 'This is long before the driver’s start')
  requireOpenBooks(settings, day)
  const incomeID = newID()
  const amount = kind === 'deduction' ? -given : given
  await tx.insert(incomes).values({
    incomeID,
    refNumber: await nextNumber(tx, 'income', 1),
    kind,
    driverID,
    status: 'payable',
    pu: 0,
    amount,
    payRate: 0,
    payPercentage: 0,
    formula: reason,
    earnedAt: day === today ? author.now : instantAt(day, '12:00', timeZone),
    createdAt: author.now,
  })
  await recordChange(tx, author, {
    action: 'pay_line.create',
    subjectKind: 'driver',
    subjectID: driverID,
    after: { kind, amount, day, texts: ['reason'] },
  })
  return incomeID
}

/** Removes a mistyped line. A paid one is corrected by another line. */
export async function removeLine(tx: Queryable, author: Author, incomeID: string): Promise<void> {
  const [row] = await tx.select().from(incomes).where(eq(incomes.incomeID, incomeID)).for('update')
  if (!row) throw new Refused('not_found')
  if (row.status === 'paid')
    throw new Refused('wrong_state', { message: 'This is paid. Add a line that takes it back.' })
  if (!PAY_LINE_KINDS.some((kind) => kind === row.kind))
    throw new Refused('wrong_state', { message: 'This comes from a stop, so it can’t be removed.' })
  await tx.delete(incomes).where(eq(incomes.incomeID, incomeID))
  await recordChange(tx, author, {
    action: 'pay_line.delete',
    subjectKind: 'driver',
    subjectID: row.driverID,
    before: { kind: row.kind, amount: row.amount },
  })
}
