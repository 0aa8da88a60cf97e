import { deviceStorage } from '#client/api/browser-storage.ts'
import * as z from 'zod/mini'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { LOOK_UPS } from '#client/api/query-client.ts'

export type OwnSchedule = OutputOf<typeof ownSchedule>

/** A sign-out clears everything under this name. */
const KEY = `${LOOK_UPS}-schedule`

/**
 * The schedule of the last visit, for opening the page without signal. The cache of look-ups lasts a day and one
 * version of the app, and a customer comes every few weeks. What this version can't read is left out.
 */
export function rememberedSchedule(userID: string): { at: number; schedule: OwnSchedule } | null {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(KEY) ?? 'null')
    const { of, at, schedule } = (kept ?? {}) as { of?: unknown; at?: unknown; schedule?: unknown }
    if (of !== userID || typeof at !== 'number' || !z.safeParse(ownSchedule.output, schedule).success) return null
    return { at, schedule: schedule as OwnSchedule }
  } catch {
    return null
  }
}

export function rememberSchedule(userID: string, at: number, schedule: OwnSchedule): void {
  deviceStorage.setItem(KEY, JSON.stringify({ of: userID, at, schedule }))
}
