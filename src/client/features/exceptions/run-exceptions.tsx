import { useMemo, useState } from 'react'
import { Checkbox, Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Exception, listExceptions } from '#contract/v1/exceptions.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { AcceptQuestion } from './accept-question.tsx'
import { byStop, DecideMany, useDecide } from './decide.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { exceptionsColumns } from './exceptions-columns.tsx'

const ASK_EVERY_MS = 15_000
const keyOf = ({ eventID }: Exception) => eventID

export function RunExceptions({ runOrderID, fetchPhoto }: { runOrderID: string; fetchPhoto: FetchPhoto }) {
  const deciding = useDecide()
  const [decided, setDecided] = useState(false)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [dismissing, setDismissing] = useState<readonly Exception[] | null>(null)
  const { data } = useQuery({
    ...ask(
      listExceptions,
      { runOrderID, status: decided ? 'all' : 'open', perPage: PAGE_MAX },
      { everyMs: ASK_EVERY_MS },
    ),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    () => exceptionsColumns({ fetchPhoto, deciding, inRun: true, onDismiss: setDismissing }),
    [fetchPhoto, deciding],
  )
  const rows = data === undefined ? undefined : byStop(data.items)
  const chosen = (rows ?? []).filter(({ eventID }) => ticked.has(eventID))
  const clear = () => setTicked(new Set())
  return (
    <Stack gap="xs">
      <Group>
        <DecideMany rows={chosen} deciding={deciding} onDone={clear} onDismiss={setDismissing} />
        <Checkbox
          label={t('Show decided records')}
          checked={decided}
          onChange={({ currentTarget }) => setDecided(currentTarget.checked)}
        />
      </Group>
      {data?.items.length === 0 ? (
        <p>{t('Nothing to decide for this run.')}</p>
      ) : (
        <DataTable
          label={t('Exceptions of this run')}
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          words={{
            loading: t('Loading'),
            selectAll: t('Select all'),
            selectRow: (name) => t('Select {{name}}', { name }),
          }}
          selection={{ keys: ticked, onChange: setTicked, nameOf: ({ customer }) => customer ?? t('Unknown stop') }}
          expected={2}
          dimmed={(event) => event.decision === 'dismiss'}
        />
      )}
      <AcceptQuestion deciding={deciding} />
      {dismissing === null ? null : (
        <DismissDialog
          events={dismissing}
          onClose={() => setDismissing(null)}
          onDismiss={(reason) => deciding.decide(dismissing, 'dismiss', reason).then(clear)}
        />
      )}
    </Stack>
  )
}
