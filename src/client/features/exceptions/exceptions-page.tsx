import { useMemo, useState } from 'react'
import { Text } from '@mantine/core'
import { type Exception, listExceptions } from '#contract/v1/exceptions.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useRunOptions } from '#client/shells/run-options.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { AcceptQuestion } from './accept-question.tsx'
import { byStop, type ExceptionRow, DecideMany, useDecide } from './decide.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { exceptionsColumns } from './exceptions-columns.tsx'

const ASK_EVERY_MS = 15_000

/** /run-orders/exceptions: records that conflict with a changed plan (domain.md 5). */
export function ExceptionsPage({ fetchPhoto }: { fetchPhoto: FetchPhoto }) {
  const deciding = useDecide()
  const runs = useRunOptions()
  const [dismissing, setDismissing] = useState<{ events: readonly Exception[]; done: () => void } | null>(null)
  const columns = useMemo(
    () =>
      exceptionsColumns({
        fetchPhoto,
        deciding,
        inRun: false,
        onDismiss: (events) => setDismissing({ events, done: () => undefined }),
      }),
    [fetchPhoto, deciding],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('Decision'),
        any: t('Open'),
        options: [
          { value: 'accept', label: t('Accepted') },
          { value: 'dismiss', label: t('Dismissed') },
          { value: 'all', label: t('All') },
        ],
      },
      { kind: 'choice', name: 'runOrderID', label: t('Run'), options: runs },
    ],
    [runs],
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
        title={t('Exceptions')}
        endpoint={listExceptions}
        columns={columns}
        arrange={byStop}
        keyOf={({ eventID }) => eventID}
        nameOf={({ customer }) => customer ?? t('Unknown stop')}
        filters={filters}
        counted={(count) =>
          plural(count, '{{count}} exception', '{{count, number}} exceptions, those of one stop in one row')
        }
        search={t('Customer, driver, run')}
        everyMs={ASK_EVERY_MS}
        tabs={<RunsTabs />}
        top={
          <Text mb="xs">
            {t(
              'A driver recorded these stops after the office had changed the run, or two phones disagree. Should we bill and pay them?',
            )}
          </Text>
        }
        select={{ acts: decideMany }}
        empty={{
          title: t('Nothing to decide'),
          how: t(
            'A driver’s record comes here if its stop was shifted, reassigned, removed or completed before it arrived, or if two phones recorded different things at one stop.',
          ),
        }}
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
