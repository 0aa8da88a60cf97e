import { deviceStorage } from '#client/api/browser-storage.ts'
import * as z from 'zod/mini'

const KEY = 'rr-push'
const memory = z.object({ of: z.string(), endpoint: z.string() })

/** The subscription with which this customer switched notifications on in this browser; null: off. */
export function rememberedPush(userID: string): string | null {
  try {
    const read = z.safeParse(memory, JSON.parse(deviceStorage.getItem(KEY) ?? 'null'))
    return read.success && read.data.of === userID ? read.data.endpoint : null
  } catch {
    return null
  }
}

export function rememberPush(userID: string, endpoint: string): void {
  deviceStorage.setItem(KEY, JSON.stringify({ of: userID, endpoint }))
}

export function forgetPush(): void {
  deviceStorage.removeItem(KEY)
}
