import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import type { LinkShown } from './use-signed-link.ts'

interface LinkNotOpenProps {
  firm: { name: string; logoUrl: string | null }
  /** Of the page, shown until the link is answered. */
  title: string
  /** Null: not answered yet. */
  shown: Exclude<LinkShown<never>, { kind: 'ok' }> | null
  busy: boolean
  onAgain: () => void
  /** The words of the page's own feature. */
  t: (
    key: 'loading' | 'invalidTitle' | 'invalidWhy' | 'offlineTitle' | 'offlineWhy' | 'busyTitle' | 'tryAgain',
  ) => string
}

/** The page behind a mailed link while what it opens is fetched, and where it opens nothing. */
export function LinkNotOpen({ firm: { name, logoUrl }, title, shown, busy, onAgain, t }: LinkNotOpenProps) {
  const page = { name, logoUrl }
  if (shown === null) return <CentredPage {...page} title={title} loading={t('loading')} />
  if (shown.kind === 'invalid')
    return (
      <CentredPage {...page} title={t('invalidTitle')}>
        <p>{t('invalidWhy')}</p>
      </CentredPage>
    )
  return (
    <CentredPage {...page} title={t(shown.kind === 'offline' ? 'offlineTitle' : 'busyTitle')}>
      <p>{shown.kind === 'offline' ? t('offlineWhy') : shown.message}</p>
      <Button loading={busy} onClick={onAgain}>
        {t('tryAgain')}
      </Button>
    </CentredPage>
  )
}
