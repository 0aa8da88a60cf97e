import { useState } from 'react'
import { type UnsentCount, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'

interface UnsentNoteProps {
  /** Null: this phone does not know the name. */
  fullName: string | null
  unsent: UnsentCount
  /** What the office refused of it; signing in alone does not send that. */
  attention: UnsentCount
  isAllRefused: boolean
  /** False: the share sheet was dismissed. */
  onExport: () => Promise<boolean>
}

/**
 * Unsent work of a driver on this phone, with nothing about customers. Any user of the phone sees it and can export it,
 * because the driver may be unable to sign in again.
 */
export function UnsentNote({ fullName, unsent, attention, isAllRefused, onExport }: UnsentNoteProps) {
  const { t } = useTranslation('session')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const what = unsentInWords(unsent)
  const who = fullName?.trim().split(/\s+/)[0] || t('thatDriver')
  const how = isAllRefused
    ? t('unsentOfAttention')
    : unsentTotal(attention) === 0
      ? t('unsentOfHow', { who })
      : t('unsentOfPartly', { who, refused: unsentInWords(attention) })

  async function exportNow(): Promise<void> {
    setBusy(true)
    setMessage('')
    try {
      if (await onExport()) setMessage(t('exportedForOffice'))
    } catch {
      setMessage(t('didNotWork'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Note tone="warn">
      <span>{fullName === null ? t('unsentOfSomebody', { what }) : t('unsentOf', { what, name: fullName })}</span>
      <span>{message || how}</span>
      <Button variant="default" loading={busy} onClick={() => void exportNow()}>
        {t('export')}
      </Button>
    </Note>
  )
}
