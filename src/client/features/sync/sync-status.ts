import type { Phone } from '#client/offline/phone.ts'
import { readStatus, type SyncStatus } from '#client/offline/status.ts'
import { watch } from '#client/offline/watch.ts'
import { useFollowed } from '#client/ui/use-followed.ts'

/** How the phone's sending stands. Apart from the rest of sync's data, which brings schemas the first paint need not wait for. */
export function useSyncStatus(phone: Phone): SyncStatus | undefined {
  return useFollowed((show, fail) => watch(phone, () => readStatus(phone.db, phone.ports.now()), show, fail), [phone])
}
