import { useState } from 'react'
import { type UnsentCount, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import styles from './unsent-dialog.module.css'

interface UnsentDialogProps {
  opened: boolean
  unsent: UnsentCount
  /** What the office refused of it, which sending again does not help. */
  attention: UnsentCount
  isAllRefused: boolean
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
  isAllRefused,
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
        ? exportedWords(t, unsent, attention, isAllRefused)
        : tried === 'failed'
          ? t('didNotWork')
          : ''
  return (
    <Dialog opened={opened} onClose={onStay} title={t('unsentTitle')}>
      <p>{t('unsent', { what: unsentInWords(unsent) })}</p>
      {unsentTotal(attention) === 0 ? null : <p>{t('unsentAttention', { what: unsentInWords(attention) })}</p>}
      <p role="status" className={styles.message}>
        {busy === 'send' ? t('sending') : message}
      </p>
      <div className={styles.choices}>
        {isAllRefused ? null : (
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
function exportedWords(
  t: Translate<'session'>,
  unsent: UnsentCount,
  attention: UnsentCount,
  isAllRefused: boolean,
): string {
  const gaps = { what: unsentInWords(unsent), refused: unsentInWords(attention) }
  if (unsentTotal(attention) === 0) return t('exported', gaps)
  return t(isAllRefused ? 'exportedAttention' : 'exportedPartly', gaps)
}
