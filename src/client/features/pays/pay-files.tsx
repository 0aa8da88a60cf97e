import { useState } from 'react'
import { Button, Modal } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import { getPayrollCsv, makeAbaFile } from '#contract/v1/pays.ts'
import { isDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { saveCsv, saveFile } from '#client/shells/csv-export.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { useToday } from '#client/shells/today.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './pays.module.css'

export function PayFiles({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('pays')
  const command = useCommand()
  const today = useToday()
  useReturnFocus()
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
    <Modal
      opened
      onClose={onClose}
      title={t('files')}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      attributes={NO_BANNER}
    >
      <div className={styles.body}>
        <DayInput
          label={t('payDay')}
          description={t('filesWhy')}
          value={datePaid}
          onChange={(day) => {
            setDatePaid(day)
            setMade(null)
          }}
        />
        <div className={styles.file}>
          <Button loading={busy} disabled={!isWhole} onClick={() => void aba()}>
            {t('aba')}
          </Button>
          <span className={styles.soft}>{t('abaHow')}</span>
        </div>
        {made === null ? null : (
          <div role="status" className={styles.body}>
            <p>{t('abaDone', { count: made.count, amount: showMoney(nearestCents(made.total)) })}</p>
            {made.again === 0 ? null : <Note tone="warn">{t('abaAgain', { count: made.again })}</Note>}
            {made.left.map(({ driverID, driver, reason }) => (
              <Note key={driverID} tone="warn">
                {t('abaLeft', { driver, reason })}
              </Note>
            ))}
          </div>
        )}
        <div className={styles.file}>
          <Button variant="default" disabled={!isWhole} onClick={() => void payroll()}>
            {t('payroll')}
          </Button>
          <span className={styles.soft}>{t('payrollHow')}</span>
        </div>
      </div>
    </Modal>
  )
}
