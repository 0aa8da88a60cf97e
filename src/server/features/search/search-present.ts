import type { AnswerOf } from '#contract/endpoint.ts'
import type { searchEverywhere } from '#contract/v1/search.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { readableRunID, runRefId } from '#domain/identifiers.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { runInWords } from '#domain/run-name.ts'
import { showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { folded } from '#domain/texts.ts'
import type { customersFound, driversFound, invoicesFound, runsFound, suburbsFound } from './search-reads.ts'

type Row<Found> = Found extends (...query: never[]) => PromiseLike<readonly (infer One)[]> ? One : never

/** A result with the names that identify it exactly. */
interface Hit {
  readonly item: AnswerOf<typeof searchEverywhere>['items'][number]
  readonly names: readonly string[]
}

export function customerHit({
  customerID,
  refNumber,
  fullName,
  company,
  address,
  suburb,
  postcode,
  status,
}: Row<typeof customersFound>): Hit {
  const refId = String(refNumber)
  const detail = [refId, company, `${address}, ${suburb} ${postcode}`].filter(Boolean).join(' · ')
  return {
    item: { kind: status === 'PENDING' ? 'request' : 'customer', id: customerID, title: fullName, detail, status },
    names: [refId],
  }
}

export function driverHit({ driverID, fullName, mobilePhone }: Row<typeof driversFound>): Hit {
  return {
    item: { kind: 'driver', id: driverID, title: fullName, detail: showPhone(mobilePhone), status: null },
    names: [],
  }
}

export function suburbHit({ suburbID, label, postCode, state }: Row<typeof suburbsFound>): Hit {
  return {
    item: { kind: 'suburb', id: suburbID, title: label, detail: `${state} ${postCode}`, status: null },
    names: [],
  }
}

export function runHit(run: Row<typeof runsFound>, today: Day): Hit {
  const refId = runRefId(run.refNumber)
  const readableID = readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber)
  const title = runInWords({ ...run, readableID }, today)
  return {
    item: { kind: 'run', id: run.runOrderID, title, detail: run.description ?? '', status: run.status },
    names: [refId, readableID],
  }
}

export function invoiceHit({ invoiceID, kind, number, amount, dueDate, customer }: Row<typeof invoicesFound>): Hit {
  const title = invoiceNumber(kind, number)
  const detail = `${customer} · ${showMoney(amount)} · due ${formatDay(dueDate)}`
  return { item: { kind: 'invoice', id: invoiceID, title, detail, status: null }, names: [title] }
}

/** Puts results with exactly this name first; the others stay in order, kind by kind. */
export function inOrder(hits: readonly Hit[], keyword: string): Hit['item'][] {
  const isNamed = ({ names }: Hit) => names.some((name) => folded(name) === folded(keyword))
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))].map(({ item }) => item)
}
