import { useLiveQuery } from 'dexie-react-hooks'
import { dayOf } from '#domain/dates.ts'
import type { Device } from '#client/offline/device.ts'
import { readMeta } from '#client/offline/meta.ts'
import { incomesOnDevice, runsOnDevice } from '#client/offline/read.ts'
import { incomesByRun, type RunIncomes } from './incomes-by-run.ts'

export interface IncomesView {
  runs: RunIncomes[]
  /** ISO: when they were fetched. */
  fetchedAt: string | null
}

/** The driver's incomes of the last weeks, from the phone. Undefined while being read. */
export function useIncomes(device: Device, timeZone: string): IncomesView | undefined {
  return useLiveQuery(async () => {
    const [incomes, runs, fetchedAt] = await Promise.all([
      incomesOnDevice(device.db),
      runsOnDevice(device.db),
      readMeta(device.db, 'lastIncomesAt'),
    ])
    return { runs: incomesByRun(incomes, runs, dayOf(device.ports.now(), timeZone)), fetchedAt: fetchedAt ?? null }
  }, [device, timeZone])
}
