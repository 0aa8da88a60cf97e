import { useState } from 'react'
import { type UnsentCount, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface UnsentNoteProps {
  /** Null: this phone does not know the name. */
  fullName: string | null
  unsent: UnsentCount
  /** What the office refused of it; signing in alone does not send that. */
  attention: UnsentCount
  hasNothingToSend: boolean
  lostPhotos: number
  /** False: the share sheet was dismissed. */
  onExport: () => Promise<boolean>
}

/**
 * Unsent work of a driver on this phone, with nothing about customers. Any user of the phone sees it and can export it,
 * because the driver may be unable to sign in again.
 */
export function UnsentNote({ fullName, unsent, attention, hasNothingToSend, lostPhotos, onExport }: UnsentNoteProps) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const what = unsentInWords(unsent)
  const who = fullName?.trim().split(/\s+/)[0] || t('that driver')
  const how = hasNothingToSend
    ? t('The office couldn’t take it as it is. Export it and give the office the file.')
    : unsentTotal(attention) === 0
      ? t('Log in as {{who}} to send it. If {{who}} can’t log in, export it for the office.', { who })
      : t(
          'Log in as {{who}} to send it, except {{refused}} the office couldn’t take: export it and give the office the file.',
          { who, refused: unsentInWords(attention) },
        )

  async function exportNow(): Promise<void> {
    setBusy(true)
    setMessage('')
    try {
      if (await onExport())
        setMessage(
          t(
            'Give the file only to the office: it holds notes and photos of customers. They import it on their Home page. Nothing is counted twice.',
          ),
        )
    } catch {
      setMessage(t('That didn’t work. Your work is still saved on this phone.'))
    } finally {
      setBusy(false)
    }
  }

  const lost =
    lostPhotos === 0
      ? null
      : plural(
          lostPhotos,
          '1 photo was lost. Log in as {{who}} to see which.',
          '{{count}} photos were lost. Log in as {{who}} to see which.',
          { who },
        )
  if (unsentTotal(unsent) === lostPhotos) return <Note tone="warn">{lost}</Note>
  return (
    <Note tone="warn">
      <span>
        {fullName === null
          ? t('This phone holds unsent work of a driver: {{what}}.', { what })
          : t('This phone holds unsent work of {{name}}: {{what}}.', { what, name: fullName })}
      </span>
      <span>{message || how}</span>
      {lost === null ? null : <span>{lost}</span>}
      <Button variant="default" loading={busy} onClick={() => void exportNow()}>
        {t('Export')}
      </Button>
    </Note>
  )
}

/**
 * The browser deleted this phone's data. Any user of the phone is told, because the driver of the lost records may be
 * unable to sign in.
 */
export function LostNote({ count }: { count: number }) {
  return (
    <Note tone="bad">
      {plural(
        count,
        'At least {{count}} outcome, note or photo on this phone that wasn’t sent may be lost: tell the office.',
        'At least {{count}} outcomes, notes or photos on this phone that weren’t sent may be lost: tell the office.',
      )}
    </Note>
  )
}
