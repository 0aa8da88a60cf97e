import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Device } from '#client/offline/store/device.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { Card } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

/** The browser's last answer; it may change when the app is installed. */
let lastAnswer = false

/**
 * Asks whether a full disk may cost what this phone saved: the browser has not promised to keep it, or has no journal.
 * Asked while the phone is opened, so that the note is in the first paint and moves no stop later.
 */
export async function askWhetherUnprotected({ journal, ports }: Device): Promise<boolean> {
  try {
    lastAnswer = journal.isMissing || (ports.persisted !== undefined && !(await ports.persisted()))
  } catch {
    // A browser that does not say has promised nothing.
    lastAnswer = true
  }
  return lastAnswer
}

/** Whether what this phone saved may be deleted; asks again. */
export function useUnprotected(device: Device): boolean {
  const [isUnprotected, setUnprotected] = useState(lastAnswer)
  useEffect(() => {
    void askWhetherUnprotected(device).then(setUnprotected)
  }, [device])
  return isUnprotected
}

/** Says before anything is lost that it may be. @param to the page that says what helps */
export function UnprotectedNote({ device, to }: { device: Device; to: string }) {
  if (!useUnprotected(device)) return null
  return (
    <Card as="div" gap="none">
      {t('If this phone’s storage fills up, unsent work could be lost.')}
      <Link className={buttonLook('subtle')} to={to}>
        {t('What helps')}
      </Link>
    </Card>
  )
}
