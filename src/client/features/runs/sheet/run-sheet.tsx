import { useState } from 'react'
import { Button, Checkbox, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRun } from '#contract/v1/runs.ts'
import { runInWords } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DriverSheet, NOBODY, sheetParts } from './driver-sheet.tsx'
import { BackLink } from '#client/shells/back-link.tsx'

export function RunSheet({ runOrderID }: { runOrderID: string }) {
  const today = useToday()
  const { data: run, error, dataUpdatedAt, refetch } = useQuery(ask(getRun, { runOrderID }))
  const [driver, setDriver] = useState('')
  const [toDoOnly, setToDoOnly] = useState(false)
  const all = run === undefined ? [] : sheetParts(run.jobs, toDoOnly)
  const parts = driver === '' ? all : all.filter(({ driverID }) => (driverID ?? NOBODY) === driver)
  return (
    <>
      <div className="screen-only">
        <PageHeader
          title={run === undefined ? '' : t('Print sheet {{run}}', { run: runInWords(run, today) })}
          right={
            <Group justify="flex-end">
              <Button onClick={() => print()} disabled={parts.length === 0}>
                {t('Print')}
              </Button>
            </Group>
          }
        />
      </div>
      <PageContent wide>
        <div className="screen-only">
          <BackLink to={officePaths.run(runOrderID)}>{t('Back to run')}</BackLink>
          <StaleNotice error={error} onRetry={refetch} />
          <Text c="dimmed">
            {t(
              'For a driver without a phone: A4, one section per driver. Enter what they tick in the office afterwards.',
            )}
          </Text>
          <Group align="end" gap="8px 20px" my="md">
            <NativeSelect
              label={t('Driver')}
              data={[
                { value: '', label: t('All drivers') },
                ...all.map(({ driverID, driver: name }) => ({
                  value: driverID ?? NOBODY,
                  label: name ?? t('No driver'),
                })),
              ]}
              value={driver}
              onChange={({ currentTarget }) => setDriver(currentTarget.value)}
            />
            <Checkbox
              size="md"
              label={t('To do only')}
              checked={toDoOnly}
              onChange={({ currentTarget }) => setToDoOnly(currentTarget.checked)}
            />
          </Group>
        </div>
        {run === undefined ? (
          error === null ? (
            <Skeleton height={480} radius="lg" role="status" aria-label={t('Loading')} />
          ) : null
        ) : parts.length === 0 ? (
          <Text>{t('No stops to print.')}</Text>
        ) : (
          parts.map((part) => (
            <DriverSheet key={part.driverID ?? NOBODY} run={run} part={part} asOf={new Date(dataUpdatedAt)} />
          ))
        )}
      </PageContent>
    </>
  )
}
