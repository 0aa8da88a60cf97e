import { useState } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'

interface UnsentNoteProps {
  /** Null: this phone does not know the name. */
  fullName: string | null
  events: number
  photos: number
  /** How many of both the office refused; signing in alone does not send them. */
  attention: number
  /** False: the share sheet was dismissed. */
  onExport: () => Promise<boolean>
}

/**
 * Unsent work of a driver on this phone, with nothing about customers. Any user of the phone sees it and can export it,
 * because the driver may be unable to sign in again.
 */
export function UnsentNote({ fullName, events, photos, attention, onExport }: UnsentNoteProps) {
  const { t } = useTranslation('session')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const parts = { records: t('records', { count: events }), photos: t('photos', { count: photos }) }
  const what = photos === 0 ? parts.records : events === 0 ? parts.photos : t('both', parts)

  const count = events + photos
  const how =
    attention === 0
      ? t('unsentOfHow', { count })
      : attention === count
        ? t('unsentOfAttention', { count })
        : t('unsentOfPartly', { count: attention })

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
