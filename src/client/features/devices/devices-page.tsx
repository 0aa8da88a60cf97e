import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { listDevices } from '#contract/v1/devices.ts'
import { importUnsent } from '#contract/v1/unsent.ts'
import { useMayCall } from '#client/shells/role.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { driverSource } from '#client/shells/pick-sources.ts'
import { useRunOptions } from '#client/shells/run-options.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { deviceKey, PHONES_EVERY_MS, useDevices } from './use-devices.tsx'

/** /run-orders/phones (offline.md, "Server side of it"). */
export function DevicesPage() {
  const runs = useRunOptions()
  const mayImport = useMayCall(importUnsent)
  const { columns, dialogs } = useDevices()
  const filters = useMemo<readonly Filter[]>(
    () => [
      { kind: 'pick', name: 'driverID', label: t('Driver'), source: driverSource },
      { kind: 'choice', name: 'runOrderID', label: t('Run'), options: runs },
    ],
    [runs],
  )
  return (
    <>
      <ListScreen
        name="phones"
        title={t('Phones')}
        endpoint={listDevices}
        columns={columns}
        keyOf={deviceKey}
        nameOf={({ driverName }) => driverName}
        filters={filters}
        counted={(count) => plural(count, '{{count}} phone', '{{count, number}} phones')}
        search={t('Driver, phone, build')}
        everyMs={PHONES_EVERY_MS}
        tabs={<RunsTabs />}
        top={
          <Text mb="xs">
            {t('Every phone drivers have signed in on.')}{' '}
            {t('Needs attention: the driver fixes it on the phone, or exports a file for you to import.')}
          </Text>
        }
        links={mayImport ? [{ label: t('Load a file from a driver’s phone'), to: officePaths.importUnsent() }] : []}
        empty={{ title: t('No phones yet'), how: t('A phone appears here when a driver first signs in on it.') }}
        dimmed={({ revokedAt }) => revokedAt !== null}
      />
      {dialogs}
    </>
  )
}
