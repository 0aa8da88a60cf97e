import { and, asc, eq, sum } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewActivation, previewCompletion, previewShift } from '#contract/v1/runs-plan.ts'
import { totalBags } from '#domain/bags.ts'
import { byKey } from '#domain/by-key.ts'
import { dayOf } from '#domain/dates.ts'
import { chargeOfStop, moneyOf } from '#domain/charges.ts'
import type { Cents } from '#domain/money.ts'
import { type RunTransition, transition } from '#domain/runs.ts'
import { bagsIn } from '../../../db/bags-in.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { namesOf } from '../../../db/names-of.ts'
import { customers } from '../../../db/tables/customers.ts'
import { drivers } from '../../../db/tables/drivers.ts'
import { incomes } from '../../../db/tables/events.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { users } from '../../../db/tables/users.ts'
import { Refused } from '../../../http/refused.ts'
import { confirmedBy } from './confirmation-mails-commands.ts'
import { devicesHolding } from '../../devices/public.ts'
import { gstPayable, supplier } from '../../incomes/public.ts'
import { billingShown } from '../../invoices/public.ts'
import { requireOpenBooks } from '../../ledger/public.ts'
import { settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { readAttemptFee } from '../core/attempt-fee-reads.ts'
import { openContradictions } from '../recording/contradiction-commands.ts'
import { openExceptions } from '../exceptions/exceptions-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import { requireDrivers } from '../core/runs-policy.ts'
import { runByID, type RunRow } from '../core/runs-reads.ts'
import { type PlannedShift, planShifts } from '../shifting/shift-plan.ts'
import {
  type ActivationPlan,
  activationPlan,
  becomePayable,
  type CompletionPlan,
  completionPlan,
} from './state-plans.ts'

type Refusal = { code: string; message: string } | null
const NOBODY: ActivationPlan = { staying: [], undriven: [], shifts: [], held: [] }
const NOTHING: Pick<CompletionPlan, 'happened' | 'shifts'> = { happened: [], shifts: [] }

/** In a state that does not allow activation, or when the run is active already, nothing would happen. */
export async function activationShown(db: Queryable, runOrderID: string): Promise<AnswerOf<typeof previewActivation>> {
  const { run, step } = await stepOf(db, runOrderID, 'activate')
  const plan = step === 'go' ? await activationPlan(db, run) : NOBODY
  const byDriver = byKey(
    plan.staying.filter(({ driverID }) => driverID !== null),
    ({ driverID }) => driverID ?? '',
  )
  const names = await namesOf(db, [...byDriver.keys()])
  return {
    refusal: refusalOf(() => (step === 'wrong_state' ? refuse() : requireDrivers(plan))),
    stops: plan.staying.length,
    shifted: await presentShifts(db, plan.shifts),
    held: plan.held.map(({ assignmentID, customerID, capturedCustomerName: customer }) => ({
      assignmentID,
      customerID,
      customer,
    })),
    undriven: [...byKey(plan.undriven, ({ runNumber }) => runNumber)].map(([runNumber, stops]) => ({
      runNumber,
      stops: stops.length,
    })),
    drivers: [...byDriver].map(([driverID, stops]) => ({
      driverID,
      driver: names.get(driverID) ?? '',
      stops: stops.length,
    })),
  }
}

export async function completionShown(
  db: Queryable,
  runOrderID: string,
  now: Date,
): Promise<Required<AnswerOf<typeof previewCompletion>>> {
  const { run, step } = await stepOf(db, runOrderID, 'complete')
  const { happened, shifts } = step === 'go' ? await completionPlan(db, run) : NOTHING
  const attemptFee = await readAttemptFee(db, run)
  const billing = await billingShown(db, happened, attemptFee, now)
  const settings = await settingsInForce(db)
  const contradicting = step === 'go' ? await openContradictions(db, runOrderID) : 0
  return {
    refusal: refusalOf(() => {
      if (step === 'wrong_state') refuse()
      if (contradicting > 0) throw new Refused('records_contradict', { count: contradicting })
      if (billing.invoices.length > 0) requireOpenBooks(settings, dayOf(now, settings['business.timeZone']))
    }),
    outcomes: [...byKey(happened, ({ outcome }) => outcome ?? '')].map(([outcome, stops]) => ({
      outcome,
      stops: stops.length,
      bags: totalBags(stops),
    })),
    outstanding: await presentShifts(db, shifts),
    charges: chargesOf(happened, attemptFee),
    invoices: billing.invoices,
    withoutInvoice: billing.withoutInvoice,
    confirmations: (await confirmedBy(db, settings, happened)).mailed.length,
    incomes: step === 'go' ? await incomesOf(db, runOrderID, settings, now) : [],
    exceptions: await openExceptions(db, runOrderID),
    unsent: await devicesHolding(db, runOrderID),
  }
}

/** Where each of these stops would go without a named week, by the plan that shifting carries out. */
export async function shiftsShown(
  db: Queryable,
  runOrderID: string,
  assignmentIDs: readonly string[],
): Promise<AnswerOf<typeof previewShift>> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  const stops = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), among(jobs.assignmentID, assignmentIDs)))
    .orderBy(asc(jobs.runNumber), asc(jobs.stopOrder))
  const planned = await planShifts(
    db,
    run,
    stops.map((stop) => ({ stop, reason: null })),
    null,
  )
  return { items: await presentShifts(db, planned) }
}

async function stepOf(
  db: Queryable,
  runOrderID: string,
  action: RunTransition,
): Promise<{ run: RunRow; step: ReturnType<typeof transition> }> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  return { run, step: transition(run.status, action) }
}

const refuse = (): never => {
  throw new Refused('wrong_state')
}

function refusalOf(check: () => void): Refusal {
  try {
    check()
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { code: error.code, message: error.message }
  }
}

async function presentShifts(db: Queryable, shifts: readonly PlannedShift[]) {
  const customerIDs = shifts.map(({ stop }) => stop.customerID)
  const rows =
    shifts.length === 0
      ? []
      : await db
          .select({ customerID: customers.customerID, refNumber: customers.refNumber })
          .from(customers)
          .where(among(customers.customerID, customerIDs))
  const refs = new Map(rows.map(({ customerID, refNumber }) => [customerID, String(refNumber)]))
  return shifts.map(({ stop, reason, to }) => ({
    ...stop,
    refId: refs.get(stop.customerID) ?? '',
    customer: stop.capturedCustomerName,
    reason: reason ?? '',
    to,
  }))
}

function chargesOf(happened: readonly StopRow[], attemptFee: Cents | null): { stops: number; amount: number } {
  const stops = happened.map((stop) => ({ ...stop, skipped: stop.customerCancelledAt !== null }))
  return {
    stops: stops.filter((stop) => chargeOfStop(stop, attemptFee)).length,
    amount: moneyOf(stops, attemptFee).recorded,
  }
}

async function incomesOf(db: Queryable, runOrderID: string, settings: SettingsInForce, now: Date) {
  const today = dayOf(now, settings['business.timeZone'])
  const rows = await db
    .select({
      driverID: incomes.driverID,
      driver: users.fullName,
      bags: sum(bagsIn(incomes.pu)).mapWith(Number),
      amount: sum(incomes.amount).mapWith(Number),
      supplier,
    })
    .from(incomes)
    .leftJoin(jobs, eq(jobs.assignmentID, incomes.jobID))
    .innerJoin(users, eq(users.userID, incomes.driverID))
    .innerJoin(drivers, eq(drivers.driverID, incomes.driverID))
    .where(becomePayable(runOrderID))
    .groupBy(incomes.driverID, users.fullName, drivers.driverID)
    .orderBy(asc(users.fullName), asc(incomes.driverID))
  return rows.map(({ amount, supplier: driver, ...row }) => ({
    ...row,
    amount,
    gst: gstPayable(settings, driver, amount, today),
  }))
}
