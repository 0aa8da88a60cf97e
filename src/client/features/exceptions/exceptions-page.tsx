import { useMemo, useState } from 'react'
import { Text } from '@mantine/core'
import { type Exception, listExceptions } from '#contract/v1/exceptions.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useRunOptions } from '#client/shells/run-options.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { AcceptQuestion } from './accept-question.tsx'
import { byStop, type ExceptionRow, DecideMany, useDecide } from './decide.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { exceptionsColumns } from './exceptions-columns.tsx'

const ASK_EVERY_MS = 15_000

/** /run-orders/exceptions: records that conflict with a changed plan (domain.md 5). */
export function ExceptionsPage({ fetchPhoto }: { fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('exceptions')
  const { t: terms } = useTerms()
  const deciding = useDecide()
  const runs = useRunOptions()
  const [dismissing, setDismissing] = useState<{ events: readonly Exception[]; done: () => void } | null>(null)
  const columns = useMemo(
    () =>
      exceptionsColumns({
        t,
        terms,
        fetchPhoto,
        deciding,
        inRun: false,
        onDismiss: (events) => setDismissing({ events, done: () => undefined }),
      }),
    [t, terms, fetchPhoto, deciding],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('decision'),
        any: t('open'),
        options: [
          { value: 'accept', label: t('accepted') },
          { value: 'dismiss', label: t('dismissed') },
          { value: 'all', label: t('all') },
        ],
      },
      { kind: 'choice', name: 'runOrderID', label: t('run'), options: runs },
    ],
    [t, runs],
  )
  const decideMany = (rows: readonly ExceptionRow[], clear: () => void) => (
    <DecideMany
      rows={rows}
      deciding={deciding}
      onDone={clear}
      onDismiss={(events) => setDismissing({ events, done: clear })}
    />
  )
  return (
    <>
      <ListScreen
        name="exceptions"
        title={t('title')}
        endpoint={listExceptions}
        columns={columns}
        arrange={byStop}
        keyOf={({ eventID }) => eventID}
        nameOf={({ customer }) => customer ?? t('unknownStop')}
        filters={filters}
        counted={(count) => t('counted', { count })}
        search={t('searchHow')}
        everyMs={ASK_EVERY_MS}
        tabs={<RunsTabs />}
        top={<Text mb="xs">{t('how')}</Text>}
        bulk={decideMany}
        empty={{ title: t('empty'), how: t('emptyHow') }}
        dimmed={(event) => event.decision === 'dismiss'}
      />
      <AcceptQuestion deciding={deciding} />
      {dismissing === null ? null : (
        <DismissDialog
          events={dismissing.events}
          onClose={() => setDismissing(null)}
          onDismiss={(reason) => deciding.decide(dismissing.events, 'dismiss', reason).then(dismissing.done)}
        />
      )}
    </>
  )
}
