import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { getPayrollCsv, makeAbaFile } from '#contract/v1/pays.ts'
import { isDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { saveCsv, saveFile } from '#client/shells/csv-export.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { useToday } from '#client/shells/today.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

export function PayFiles({ onClose }: { onClose: () => void }) {
  const command = useCommand()
  const today = useToday()
  const [datePaid, setDatePaid] = useState(today)
  const [made, setMade] = useState<OutputOf<typeof makeAbaFile> | null>(null)
  const [busy, setBusy] = useState(false)
  const aba = async () => {
    setBusy(true)
    setMade(null)
    const answer = await command(makeAbaFile, { datePaid }).finally(() => setBusy(false))
    if (answer.kind !== 'ok') return
    saveFile(answer.value.fileName, new Blob([answer.value.content], { type: 'text/plain' }))
    setMade(answer.value)
  }
  const payroll = async () => {
    const answer = await command(getPayrollCsv, { datePaid })
    if (answer.kind === 'ok') saveCsv(answer.value.fileName, answer.value.content)
  }
  const isWhole = isDay(datePaid)
  return (
    <OfficeDialog size="md" onClose={onClose} title={t('Pay day files')}>
      <Stack gap="md">
        <DayInput
          label={t('Pay day')}
          description={t('All payments dated that day.')}
          value={datePaid}
          onChange={(day) => {
            setDatePaid(day)
            setMade(null)
          }}
        />
        <Stack gap={4} align="start">
          <Button loading={busy} disabled={!isWhole} onClick={() => void aba()}>
            {t('Bank file (ABA)')}
          </Button>
          <Text span c="dimmed" fz="sm">
            {t('Bank transfers to contractors. Downloading is logged.')}
          </Text>
        </Stack>
        {made === null ? null : (
          <Stack role="status" gap="md">
            <p>
              {plural(made.count, '{{count}} payment, {{amount}}.', '{{count, number}} payments, {{amount}}.', {
                amount: showDollars(made.total),
              })}
            </p>
            {made.again === 0 ? null : (
              <Note tone="warn">
                {plural(
                  made.again,
                  '{{count}} was in a bank file before. Don’t pay it twice.',
                  '{{count, number}} were in a bank file before. Don’t pay them twice.',
                )}
              </Note>
            )}
            {made.left.map(({ driverID, driver, reason }) => (
              <Note key={driverID} tone="warn">
                {t('Left out: {{driver}}, {{reason}}.', { driver, reason })}
              </Note>
            ))}
          </Stack>
        )}
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
