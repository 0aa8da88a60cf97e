import { useLiveQuery } from 'dexie-react-hooks'
import { dayOf } from '#domain/dates.ts'
import type { Phone } from '#client/offline/phone.ts'
import { readMeta } from '#client/offline/meta.ts'
import { incomesOnPhone, runsOnPhone } from '#client/offline/read.ts'
import { incomesByRun, type RunIncomes } from './incomes-by-run.ts'

export interface IncomesView {
  runs: RunIncomes[]
  /** ISO: when they were fetched. */
  fetchedAt: string | null
}

/** The driver's incomes of the last weeks, from the phone. Undefined while being read. */
export function useIncomes(phone: Phone, timeZone: string): IncomesView | undefined {
  return useLiveQuery(async () => {
    const [incomes, runs, fetchedAt] = await Promise.all([
      incomesOnPhone(phone.db),
      runsOnPhone(phone.db),
      readMeta(phone.db, 'lastIncomesAt'),
    ])
    return { runs: incomesByRun(incomes, runs, dayOf(phone.ports.now(), timeZone)), fetchedAt: fetchedAt ?? null }
  }, [phone, timeZone])
}
