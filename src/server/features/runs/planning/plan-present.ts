import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewRun } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { countedLeftOut, LEFT_OUT_REASONS } from '#domain/run-plan.ts'
import type { Candidate } from './due-reads.ts'
import type { RunPlan } from './run-plan.ts'

type Preview = AnswerOf<typeof previewRun>
type NoPickupShown = NonNullable<Preview['stops'][number]['noPickup']>

export function presentPlan(
  { yearNumber, monthNumber, weekNumber }: WeekRef,
  plan: RunPlan,
  noPickups: ReadonlyMap<string, NoPickupShown>,
): Preview {
  const rounds = byKey(plan.stops, ({ customer }) => customer.runNumber)
  return {
    yearNumber,
    monthNumber,
    weekNumber,
    fromDate: plan.week?.from ?? null,
    toDate: plan.week?.to ?? null,
    cannot: plan.cannot,
    stops: plan.stops.map(({ customer, stopOrder, driver, because }) => ({
      ...presentCandidate(customer),
      runNumber: customer.runNumber,
      stopOrder,
      serviceType: customer.serviceType,
      amount: customer.amount,
      driverID: driver?.driverID ?? null,
      driver: driver?.name ?? null,
      because,
      noPickup: noPickups.get(customer.customerID) ?? null,
    })),
    rounds: [...rounds].map(([runNumber, stops]) => ({
      runNumber,
      stops: stops.length,
      driverID: stops[0]?.driver?.driverID ?? null,
      driver: stops[0]?.driver?.name ?? null,
    })),
    leftOut: presentLeftOut(plan.leftOut),
    ...(plan.warnings.length > 0 ? { warnings: plan.warnings } : {}),
  }
}

/** The reasons are in the domain's order. */
function presentLeftOut(leftOut: RunPlan['leftOut']): Preview['leftOut'] {
  return LEFT_OUT_REASONS.flatMap((reason) => {
    const found = leftOut.find((one) => one.reason === reason)
    if (!found) return []
    const { count, customers } = found
    return [{ reason, message: countedLeftOut[reason], count, customers: customers.map(presentCandidate) }]
  })
}

function presentCandidate({
  customerID,
  refNumber,
  fullName,
  address,
  suburb,
}: Pick<Candidate, 'customerID' | 'refNumber' | 'fullName' | 'address' | 'suburb'>) {
  return { customerID, refId: String(refNumber), customer: fullName, address, suburb }
}
