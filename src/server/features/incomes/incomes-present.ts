import type { Income } from '#contract/v1/incomes.ts'
import { incomeReadableId, readableRunID } from '#domain/identifiers.ts'
import { toDollars } from '#domain/money.ts'
import type { IncomeShown } from './incomes-reads.ts'

export function presentIncome({ income, stop, run, customerRef }: IncomeShown): Income {
  const runOrder = readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
  return {
    incomeID: income.incomeID,
    readableId: incomeReadableId(runOrder, String(customerRef)),
    driverID: income.driverID,
    customerID: stop.customerID,
    customer: stop.capturedCustomerName,
    runOrderID: income.runOrderID,
    runOrder,
    assignmentID: income.jobID,
    outcome: stop.outcome,
    status: income.status,
    pu: income.pu,
    amount: toDollars(income.amount),
    formula: income.formula,
    createdAt: income.createdAt.toISOString(),
  }
}
