import { useLiveQuery } from 'dexie-react-hooks'
import type { Phone } from '#client/offline/phone.ts'
import { readStatus, type SyncStatus } from '#client/offline/status.ts'

/** How the phone's sending stands. Apart from the rest of sync's data, which brings schemas the first paint need not wait for. */
export function useSyncStatus(phone: Phone): SyncStatus | undefined {
  return useLiveQuery(() => readStatus(phone.db, phone.ports.now()), [phone])
}
