import { useState } from 'react'
import { type UnsentCount, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface UnsentDialogProps {
  opened: boolean
  unsent: UnsentCount
  /** What the office refused of it, which sending again does not help. */
  attention: UnsentCount
  hasNothingToSend: boolean
  lostPhotos: number
  /** Resolves when this attempt is over. */
  onSend: () => Promise<void>
  /** False: the share sheet was dismissed. */
  onExport: () => Promise<boolean>
  onStay: () => void
  onLogout: () => Promise<void>
}

/**
 * Signing out with unsent work: Send now / Export / Cancel (offline.md, "Sign-out"). Only after an export it offers to
 * sign out without sending.
 */
export function UnsentDialog({
  opened,
  unsent,
  attention,
  hasNothingToSend,
  lostPhotos,
  onSend,
  onExport,
  onStay,
  onLogout,
}: UnsentDialogProps) {
  const [busy, setBusy] = useState<'send' | 'export' | 'logout' | null>(null)
  const [tried, setTried] = useState<'sent' | 'exported' | 'failed' | null>(null)

  function start(what: NonNullable<typeof busy>, work: () => Promise<void | boolean>, then: typeof tried): void {
    setBusy(what)
    void work()
      .then((done) => done !== false && setTried(then))
      .catch(() => setTried('failed'))
      .finally(() => setBusy(null))
  }

  const message =
    tried === 'sent'
      ? t('Not everything could be sent. Try again when you have signal, or export it.')
      : tried === 'exported'
        ? exportedWords(unsent, attention, hasNothingToSend)
        : tried === 'failed'
          ? t('That didn’t work. Your work is still saved on this phone.')
          : ''
  return (
    <Dialog opened={opened} onClose={onStay} title={t('Some of your work isn’t sent yet')}>
      <p>{t('Only on this phone: {{what}}.', { what: unsentInWords(unsent) })}</p>
      {unsentTotal(attention) === 0 ? null : (
        <p>
          {t('The office couldn’t take {{what}}: open Unsent to see why, or export it.', {
            what: unsentInWords(attention),
          })}
        </p>
      )}
      {lostPhotos === 0 ? null : (
        <p>
          {plural(
            lostPhotos,
            '1 photo was lost: open Unsent to see which.',
            '{{count}} photos were lost: open Unsent to see which.',
          )}
        </p>
      )}
      <strong role="status" style={{ minHeight: '1lh' }}>
        {busy === 'send' ? t('Sending…') : message}
      </strong>
      {hasNothingToSend ? null : (
        <Button loading={busy === 'send'} onClick={() => start('send', onSend, 'sent')}>
          {t('Send now')}
        </Button>
      )}
      <Button variant="default" loading={busy === 'export'} onClick={() => start('export', onExport, 'exported')}>
        {t('Export')}
      </Button>
      <Button variant="default" onClick={onStay} autoFocus>
        {t('Cancel')}
      </Button>
      {tried === 'exported' ? (
        <Button variant="subtle" loading={busy === 'logout'} onClick={() => start('logout', onLogout, tried)}>
          {t('Log out anyway')}
        </Button>
      ) : null}
    </Dialog>
  )
}

/** What happens to the work that stays here; refused records are not sent automatically. */
function exportedWords(unsent: UnsentCount, attention: UnsentCount, hasNothingToSend: boolean): string {
  const gaps = { what: unsentInWords(unsent), refused: unsentInWords(attention) }
  if (unsentTotal(attention) === 0)
    return t('Exported {{what}}. It’s still on this phone too, and is sent when you log in here again.', gaps)
  return t(
    hasNothingToSend
      ? 'Exported {{what}}. The office couldn’t take it: open Unsent after logging in here again, or give the office the file.'
      : 'Exported {{what}}. It’s sent when you log in here again, except {{refused}} the office couldn’t take: open Unsent then, or give the office the file.',
    gaps,
  )
}
