import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { buttonLook } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Card, Stack } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface RevokedPageProps {
  status: SyncStatus
  chip: ReactNode
  unsentPath: string
}

/**
 * Replaces a driver's screens while a revoked phone sends its unsent events: its stops are deleted, and no run will be
 * fetched.
 */
export function RevokedPage({ status, chip, unsentPath }: RevokedPageProps) {
  const waits = unsentTotal(status)
  return (
    <>
      <PageHeader title={t('Blocked')} right={chip} />
      <PageContent>
        <Stack>
          <Card>
            <h2>{t('The office has blocked this phone')}</h2>
            <p role="status">
              {waits === 0
                ? status.lostBefore
                  ? t('Some may be lost: tell the office. This phone is being cleared.')
                  : t('All sent. This phone is being cleared.')
                : t('Sending {{what}} to the office. Then this phone is cleared.', { what: unsentInWords(status) })}
            </p>
            {status.needsAttention === 0 ? null : (
              <Note tone="bad" role="none">
                {plural(
                  status.needsAttention,
                  '{{count}} of them needs you: open Unsent.',
                  '{{count}} of them need you: open Unsent.',
                )}
              </Note>
            )}
          </Card>
          {waits === 0 ? null : (
            <Link className={buttonLook('plain')} to={unsentPath}>
              {t('Unsent')}
            </Link>
          )}
        </Stack>
      </PageContent>
    </>
  )
}
