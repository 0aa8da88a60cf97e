import type { OutputOf } from '#contract/endpoint.ts'
import { getOwnRoundRules } from '#contract/v1/round-rules.ts'
import type { Call } from '#client/api/call.ts'
import type { Device } from '#client/offline/store/device.ts'
import { rulesKey } from '#client/offline/store/meta.ts'

/** What the shortest order depends on, kept on the phone for days without signal. */

export type OwnRules = OutputOf<typeof getOwnRoundRules>

interface Kept {
  /** When the office said it, ISO. */
  at: string
  rules: OwnRules
}

const FRESH_MS = 6 * 60 * 60_000
const TRY_AGAIN_MS = 10 * 60_000

const readKept = async ({ db }: Device, runOrderID: string): Promise<Kept | null> =>
  ((await db.meta.get(rulesKey(runOrderID)))?.value as Kept | undefined) ?? null

/** Null: the office has not said it yet. */
export const readRules = async (device: Device, runOrderID: string): Promise<OwnRules | null> =>
  (await readKept(device, runOrderID))?.rules ?? null

/** Asks the office. @returns null without an answer; what is kept stays */
export async function fetchRules(device: Device, call: Call, runOrderID: string): Promise<OwnRules | null> {
  const answer = await call(getOwnRoundRules, { runOrderID })
  if (answer.kind !== 'ok') return null
  const { db, ports } = device
  await db.transaction('rw', db.runs, db.meta, async () => {
    // A run that has left the phone meanwhile leaves nothing behind.
    if ((await db.runs.get(runOrderID)) === undefined) return
    const kept: Kept = { at: ports.now().toISOString(), rules: answer.value }
    await db.meta.put({ key: rulesKey(runOrderID), value: kept })
  })
  return answer.value
}

const tried = new Map<string, number>()

/** Asks for the active runs on the phone, each a few times a day. */
export async function keepRules(device: Device, call: Call): Promise<void> {
  const now = device.ports.now().getTime()
  // A time to come is of a clock that was set back since.
  const isWithin = (ms: number, at: number) => at <= now && now - at < ms
  const runs = await device.db.runs.filter(({ status }) => status === 'active').toArray()
  for (const { runOrderID } of runs) {
    if (isWithin(TRY_AGAIN_MS, tried.get(runOrderID) ?? 0)) continue
    const kept = await readKept(device, runOrderID)
    if (kept !== null && isWithin(FRESH_MS, Date.parse(kept.at))) continue
    tried.set(runOrderID, now)
    await fetchRules(device, call, runOrderID)
  }
}
