import { useState } from 'react'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import styles from './unsent-dialog.module.css'

interface UnsentDialogProps {
  opened: boolean
  /** Outcomes and notes, and photos, that are only on this phone. */
  events: number
  photos: number
  /** How many of both the office refused, which sending again does not help. */
  attention: number
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
  events,
  photos,
  attention,
  onSend,
  onExport,
  onStay,
  onLogout,
}: UnsentDialogProps) {
  const { t } = useTranslation('session')
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
      ? t('notAllSent')
      : tried === 'exported'
        ? exportedWords(t, events + photos, attention)
        : tried === 'failed'
          ? t('didNotWork')
          : ''
  return (
    <Dialog opened={opened} onClose={onStay} title={t('unsentTitle')}>
      {events === 0 ? null : <p>{t('unsent', { count: events })}</p>}
      {photos === 0 ? null : <p>{t('unsentPhotos', { count: photos })}</p>}
      {attention === 0 ? null : <p>{t('unsentAttention', { count: attention })}</p>}
      <p role="status" className={styles.message}>
        {busy === 'send' ? t('sending') : message}
      </p>
      <div className={styles.choices}>
        {attention === events + photos ? null : (
          <Button loading={busy === 'send'} onClick={() => start('send', onSend, 'sent')}>
            {t('sendNow')}
          </Button>
        )}
        <Button variant="default" loading={busy === 'export'} onClick={() => start('export', onExport, 'exported')}>
          {t('export')}
        </Button>
        <Button variant="default" onClick={onStay} autoFocus>
          {t('stay')}
        </Button>
        {tried === 'exported' ? (
          <Button variant="subtle" loading={busy === 'logout'} onClick={() => start('logout', onLogout, tried)}>
            {t('logoutAnyway')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

/** What happens to the work that stays here; refused records are not sent automatically. */
function exportedWords(t: Translate<'session'>, all: number, attention: number): string {
  if (attention === 0) return t('exported')
  return t(attention === all ? 'exportedAttention' : 'exportedPartly', { count: attention })
}
