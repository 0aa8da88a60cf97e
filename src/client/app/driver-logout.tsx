import { useEffect, useState } from 'react'
import { unsentTotal } from '#domain/unsent-count.ts'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { UnsentDialog } from '#client/features/session/unsent-dialog.tsx'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import { exportUnsent, unsentBeforeSignOut } from '#client/offline/unsent.ts'
import { photosInHand } from '#client/offline/photos-in-hand.ts'
import type { Sync } from '#client/offline/sync.ts'
import type { DriverDevice } from './driver-device.ts'
import { forgetDriverDevice } from './driver-device.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { useSignOut } from './logout.tsx'
import { mendSignInCopy } from './phone.ts'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'

interface DriverLogoutProps extends DriverDevice {
  /** Called once the driver is signed out on this phone. */
  onLeft?: (() => void) | undefined
  onClose: () => void
}

type Unsent = Awaited<ReturnType<typeof unsentBeforeSignOut>>

/** A driver's sign-out. With unsent work it offers to send or export it first, or to stay (offline.md, "Sign-out"). */
export default function DriverLogout({ device, sync, onLeft, onClose }: DriverLogoutProps) {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const look = async () => setUnsent(await unsentBeforeSignOut(device))
  const [failed, setFailed] = useState(false)
  // A photo that is stored after the sign-out would find no stop.
  const isSaving = useReading(photosInHand(device))!.saving > 0
  useEffect(() => {
    if (!isSaving) unsentBeforeSignOut(device).then(setUnsent, () => setFailed(true))
  }, [device, isSaving])
  useEffect(() => {
    if (!failed) return
    showFailure(t('An error occurred.'), t('That didn’t work. Your work is still saved on this phone.'))
    onClose()
  }, [failed, onClose])
  const signOut = useSignOut(async () => {
    await signOutOnDevice(device).catch(async (error: unknown) => {
      await staySignedIn(sync)
      throw error
    })
    // The device is not forgotten earlier: if the sign-out fails on a full disk, the driver goes on with this watchdog
    // and journal.
    forgetDriverDevice()
    onLeft?.()
  })
  if (isSaving)
    return (
      <Dialog opened onClose={onClose} title={t('Saving photo…')}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </Dialog>
    )
  if (unsent === null || failed) return null
  if (unsentTotal(unsent.unsent) === unsent.lostPhotos)
    return <LogoutDialog opened onCancel={onClose} onConfirm={() => signOut().catch(() => setFailed(true))} />
  return (
    <UnsentDialog
      opened
      {...unsent}
      onSend={async () => {
        await sync.drainNow()
        await look()
      }}
      onExport={async () => {
        const { fileName, text } = await exportUnsent(device)
        return (await saveFile(fileName, text)) !== null
      }}
      onStay={onClose}
      onLogout={signOut}
    />
  )
}

/** Restores the copy of the sign-in that a failed sign-out may have deleted; nothing is sent without it. */
async function staySignedIn(sync: Sync): Promise<void> {
  const { token, profile } = session.state()
  if (token !== null && profile !== null) await mendSignInCopy(profile, token).catch(() => undefined)
  sync.wake('signed-in')
}
