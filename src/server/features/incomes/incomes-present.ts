import type { AnswerOf } from '#contract/endpoint.ts'
import type { listIncomes } from '#contract/v1/incomes.ts'
import { bagsOf } from '#domain/bags.ts'
import { incomeReadableId, readableRunID } from '#domain/identifiers.ts'
import { weekOfRun } from '#domain/run-name.ts'
import type { IncomeShown } from './incomes-reads.ts'

type Income = AnswerOf<typeof listIncomes>['items'][number]

export function presentIncome({ income, stop, run, customerRef, payment }: IncomeShown): Income {
  const runOrder = run && readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
  return {
    ...income,
    readableId: runOrder === null ? `P-${income.refNumber}` : incomeReadableId(runOrder, String(customerRef)),
    customerID: stop && stop.customerID,
    customer: stop && stop.capturedCustomerName,
    runOrder,
    runWeek: run && weekOfRun(run),
    assignmentID: income.jobID,
    serviceType: stop && stop.serviceType,
    outcome: stop && stop.outcome,
    pu: bagsOf({ serviceType: stop && stop.serviceType, pu: income.pu }),
    payment: payment && paidBy(income.transactionID, payment),
  }
}

export const presentForOffice = (row: IncomeShown): Income => ({ ...presentIncome(row), driver: row.driver })

function paidBy(transactionID: string | null, { datePaid, amount }: NonNullable<IncomeShown['payment']>) {
  return transactionID === null ? null : { transactionID, datePaid, amount }
}
