import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { LinkShown } from './use-signed-link.ts'

interface LinkNotOpenProps {
  firm: { name: string; logoUrl: string | null }
  /** The page's title, shown until the link is answered. */
  title: string
  /** Null: not answered yet. */
  shown: Exclude<LinkShown<never>, { kind: 'ok' }> | null
  busy: boolean
  onAgain: () => void
  /** What an invalid link of this kind says. */
  invalid: { title: string; why: string }
  offlineWhy?: string
}

/** The page behind a mailed link while what it opens is fetched, and where it opens nothing. */
export function LinkNotOpen({
  firm: { name, logoUrl },
  title,
  shown,
  busy,
  onAgain,
  invalid,
  offlineWhy = t('Please try again when you’re back online.'),
}: LinkNotOpenProps) {
  const page = { name, logoUrl }
  if (shown === null) return <CentredPage {...page} title={title} loading={t('Loading')} />
  if (shown.kind === 'invalid')
    return (
      <CentredPage {...page} title={invalid.title}>
        <p>{invalid.why}</p>
      </CentredPage>
    )
  return (
    <CentredPage {...page} title={shown.kind === 'offline' ? t('No connection') : t('Please try again shortly')}>
      <p>{shown.kind === 'offline' ? offlineWhy : shown.message}</p>
      <Button loading={busy} onClick={onAgain}>
        {t('Try again')}
      </Button>
    </CentredPage>
  )
}
