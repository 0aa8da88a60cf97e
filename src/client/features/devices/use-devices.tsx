import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Device } from '#contract/v1/devices.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { AllowDialog, RevokeDialog, SettleDialog } from './device-dialogs.tsx'
import { devicesColumns } from './devices-columns.tsx'

/** Interval of the refetch and of the "ago" texts while the page is visible, ms. */
export const PHONES_EVERY_MS = 15_000

/** One row for each phone and driver, because two drivers may share a phone. */
export const deviceKey = ({ deviceID, driverID }: Device): string => `${deviceID} ${driverID}`

export function useDevices(): { columns: readonly Column<Device>[]; dialogs: ReactNode } {
  const [now, setNow] = useState(Date.now)
  const [revoking, setRevoking] = useState<Device | null>(null)
  const [allowing, setAllowing] = useState<Device | null>(null)
  const [settling, setSettling] = useState<Device | null>(null)
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), PHONES_EVERY_MS)
    return () => clearInterval(clock)
  }, [])
  const columns = useMemo(
    () => devicesColumns({ now, onRevoke: setRevoking, onAllow: setAllowing, onSettle: setSettling }),
    [now],
  )
  const dialogs = (
    <>
      {revoking === null ? null : <RevokeDialog device={revoking} onClose={() => setRevoking(null)} />}
      {allowing === null ? null : <AllowDialog device={allowing} onClose={() => setAllowing(null)} />}
      {settling === null ? null : <SettleDialog device={settling} onClose={() => setSettling(null)} />}
    </>
  )
  return { columns, dialogs }
}
