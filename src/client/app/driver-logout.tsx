import { useEffect, useState } from 'react'
import { sessionWords } from '#client/features/session/session-words.ts'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { UnsentDialog } from '#client/features/session/unsent-dialog.tsx'
import { signOutOnDevice } from '#client/offline/sign-out.ts'
import { unsentBeforeSignOut } from '#client/offline/store/queries.ts'
import { exportUnsent } from '#client/offline/outbox/unsent-file.ts'
import type { DriverDevice } from './driver-device.ts'
import { forgetDriverDevice } from './driver-device.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { useSignOut } from './logout.tsx'
import { saveFile } from './save-file.ts'

addWords('session', sessionWords)

interface DriverLogoutProps extends DriverDevice {
  onClose: () => void
}

type Unsent = Awaited<ReturnType<typeof unsentBeforeSignOut>>

/**
 * A driver's sign-out: with unsent work the app asks to send or export it first, or to stay (offline.md, "Sign-out").
 */
export default function DriverLogout({ device, sync, onClose }: DriverLogoutProps) {
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const look = async () => setUnsent(await unsentBeforeSignOut(device))
  useEffect(() => {
    void unsentBeforeSignOut(device).then(setUnsent)
  }, [device])
  const signOut = useSignOut(async () => {
    forgetDriverDevice()
    await signOutOnDevice(device)
  })
  if (unsent === null) return null
  if (unsent.events + unsent.photos === 0) return <LogoutDialog opened onCancel={onClose} onConfirm={signOut} />
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
