import { useQuery } from '@tanstack/react-query'
import { listDevices } from '#contract/v1/devices.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { deviceKey, PHONES_EVERY_MS, useDevices } from './use-devices.tsx'

/** The phones of one run's drivers; the counts are of this run alone. */
export function RunDevices({ runOrderID }: { runOrderID: string }) {
  const { columns, dialogs } = useDevices()
  const { data } = useQuery(ask(listDevices, { runOrderID, perPage: PAGE_MAX }, { everyMs: PHONES_EVERY_MS }))
  if (data?.items.length === 0) return <p>{t('No phones seen yet.')}</p>
  return (
    <>
      <DataTable
        label={t('Phones of this run')}
        columns={columns.filter(({ optional }) => optional !== true)}
        rows={data?.items}
        keyOf={deviceKey}
        words={{
          loading: t('Loading'),
          selectAll: t('Select all'),
          selectRow: (name) => t('Select {{name}}', { name }),
        }}
        expected={2}
        dimmed={({ revokedAt }) => revokedAt !== null}
      />
      {data?.items.some(({ needsAttention }) => needsAttention > 0) ? (
        <p>{t('Needs attention: the driver fixes it on the phone, or exports a file for you to import.')}</p>
      ) : null}
      {dialogs}
    </>
  )
}
