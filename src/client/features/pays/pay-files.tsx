import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { getPayrollCsv, makeAbaFile } from '#contract/v1/pays.ts'
import { isDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { saveCsv, saveFile } from '#client/shells/csv-export.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

export function PayFiles({ onClose }: { onClose: () => void }) {
  const command = useCommand()
  const today = useToday()
  const [datePaid, setDatePaid] = useState(today)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)
  const isWhole = isDay(datePaid)
  const preview = useQuery({
    ...ask(makeAbaFile, { datePaid, preview: true }, { inPlace: true }),
    enabled: isWhole,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  const aba = async () => {
    setBusy(true)
    const answer = await command(makeAbaFile, { datePaid }).finally(() => setBusy(false))
    if (answer.kind !== 'ok') return
    saveFile(answer.value.fileName, new Blob([answer.value.content], { type: 'text/plain' }))
    setSaved(datePaid)
  }
  const payroll = async () => {
    const answer = await command(getPayrollCsv, { datePaid })
    if (answer.kind === 'ok') saveCsv(answer.value.fileName, answer.value.content)
  }
  return (
    <OfficeDialog size="md" onClose={onClose} title={t('Pay day files')}>
      <Stack gap="md">
        <DayInput
          label={t('Pay day')}
          description={t('All payments dated that day.')}
          value={datePaid}
          onChange={setDatePaid}
        />
        <Stack role="status" gap="md">
          {isWhole && preview.data ? <InBankFile {...preview.data} isSaved={saved === datePaid} /> : null}
        </Stack>
        <StaleNotice inline error={preview.error} onRetry={preview.refetch} />
        <Stack gap={4} align="start">
          <Button loading={busy} disabled={!isWhole || !preview.data?.count} onClick={() => void aba()}>
            {t('Bank file (ABA)')}
          </Button>
          <Text span c="dimmed" fz="sm">
            {t('Bank transfers to contractors. Downloading is logged.')}
          </Text>
        </Stack>
        <Stack gap={4} align="start">
          <Button variant="default" disabled={!isWhole} onClick={() => void payroll()}>
            {t('Payroll (CSV)')}
          </Button>
          <Text span c="dimmed" fz="sm">
            {t('Employees, for your payroll program.')}
          </Text>
        </Stack>
      </Stack>
    </OfficeDialog>
  )
}

/** What the bank file of the day has, before it is downloaded and its payments are marked. */
function InBankFile({
  problem,
  count,
  total,
  again,
  left,
  isSaved,
}: OutputOf<typeof makeAbaFile> & { isSaved: boolean }) {
  if (problem != null) return <p>{t('No bank file: {{problem}}.', { problem })}</p>
  return (
    <>
      <p>
        {plural(count, '{{count}} payment, {{amount}}.', '{{count, number}} payments, {{amount}}.', {
          amount: showDollars(total),
        })}
      </p>
      {isSaved ? <p>{t('Downloaded.')}</p> : null}
      {again === 0 || isSaved ? null : (
        <Note tone="warn">
          {plural(
            again,
            '{{count}} was in a bank file before. Don’t pay it twice.',
            '{{count, number}} were in a bank file before. Don’t pay them twice.',
          )}
        </Note>
      )}
      {left.map(({ driverID, driver, reason }) => (
        <Note key={driverID} tone="warn">
          {t('Left out: {{driver}}, {{reason}}.', { driver, reason })}
        </Note>
      ))}
    </>
  )
}
