import { PAGE_MAX } from '#domain/limits.ts'
import { addDays } from '#domain/dates.ts'
import { listIncomes } from '#contract/v1/incomes.ts'
import { awaitsSignIn, readMetas, writeMetas } from './meta.ts'
import type { Device } from './device.ts'
import type { Pinned } from './session.ts'
import type { StoredIncome } from './stored.ts'

/** How far back incomes are stored on the phone. */
const KEPT_DAYS = 42
/** A payment changes no run, so incomes are also fetched at this interval when no run has changed. */
const STALE_AFTER_MS = 6 * 3_600_000

/**
 * Fetches the driver's incomes of the last weeks, all pages or none, when the copy is old or a run has changed since.
 * The need is stored (`incomesBehind`) together with the run: a failed fetch is repeated at the next pull, which may
 * find the runs unchanged.
 */
export async function pullIncomes(device: Device, pinned: Pinned): Promise<void> {
  const { db, ports } = device
  const { lastIncomesAt, incomesBehind } = await readMetas(db, 'lastIncomesAt', 'incomesBehind')
  const age = ports.now().getTime() - Date.parse(lastIncomesAt ?? '')
  if (!incomesBehind && age >= 0 && age < STALE_AFTER_MS) return
  const from = addDays(ports.now().toISOString().slice(0, 10), -KEPT_DAYS)
  const incomes: StoredIncome[] = []
  for (let page = 1; ; page++) {
    const answer = await pinned.call(listIncomes, { page, perPage: PAGE_MAX, from })
    if (answer.kind !== 'ok') return
    incomes.push(...answer.value.items)
    if (answer.value.items.length === 0 || page * PAGE_MAX >= answer.value.total) break
  }
  await db.transaction('rw', db.incomes, db.meta, async () => {
    if (await awaitsSignIn(db)) return
    await db.incomes.clear()
    await db.incomes.bulkPut(incomes)
    await writeMetas(db, { lastIncomesAt: ports.now().toISOString(), incomesBehind: false })
  })
}
