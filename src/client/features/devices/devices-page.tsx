import { useMemo } from 'react'
import { Button, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { listDevices } from '#contract/v1/devices.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { driverSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { deviceKey, PHONES_EVERY_MS, useDevices } from './use-devices.tsx'

/** /run-orders/phones (offline.md, "Server side of it"). */
export function DevicesPage() {
  const { t } = useTranslation('devices')
  const runs = useRunOptions()
  const { columns, dialogs } = useDevices()
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'pick', name: 'driverID', label: t('driver'), source: driverSource },
      { kind: 'choice', name: 'runOrderID', label: t('run'), options: runs },
    ],
    [t, runs],
  )
  return (
    <>
      <ListScreen
        name="phones"
        title={t('title')}
        endpoint={listDevices}
        columns={columns}
        keyOf={deviceKey}
        nameOf={({ driverName }) => driverName}
        filters={filters}
        counted={(count) => t('counted', { count })}
        search={t('searchHow')}
        everyMs={PHONES_EVERY_MS}
        tabs={<RunsTabs />}
        top={
          <Text mb="xs">
            {t('how')} {t('needsAttentionHow')}
          </Text>
        }
        actions={
          <Button component={Link} to={officePaths.importUnsent()} variant="default">
            {t('readInFile')}
          </Button>
        }
        empty={{ title: t('empty'), how: t('emptyHow') }}
        dimmed={({ revokedAt }) => revokedAt !== null}
      />
      {dialogs}
    </>
  )
}
