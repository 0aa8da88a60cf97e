import { TextInput } from '@mantine/core'
import { shiftJobs } from '#contract/v1/runs-plan.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { WeekPick } from '#client/shells/week-pick.tsx'
import { weekOfText } from '#client/shells/weeks.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './acts.module.css'

const NAMED = 8

interface ShiftStopsProps {
  runOrderID: string
  /** Only stops that `stopActions` allows to be shifted. */
  stops: readonly { assignmentID: string; customer: string }[]
  onClose: () => void
  onDone: () => void
}

/** Shifts stops, each to its customer's next period, or all to one named week (domain.md 4, Shift). */
export function ShiftStops({ runOrderID, stops, onClose, onDone }: ShiftStopsProps) {
  const { t } = useTranslation('acts')
  const count = stops.length
  return (
    <FormShell
      title={t('shiftTitle', { count, name: stops[0]?.customer ?? '' })}
      as="dialog"
      endpoint={shiftJobs}
      fixed={{ runOrderID, assignmentIDs: stops.map(({ assignmentID }) => assignmentID) }}
      initial={{ to: '', reason: '' }}
      required={[]}
      toInput={({ to, reason }) => ({ to: weekOfText(to), reason })}
      editing={null}
      labels={{ to: t('shiftTo'), reason: t('reason') }}
      done={t('shiftDone', { count })}
      submit={t('shift')}
      onClose={onClose}
      onSaved={() => {
        onClose()
        onDone()
      }}
    >
      {(form) => (
        <>
          <p>{t('shiftWhy', { count })}</p>
          {count === 1 ? null : (
            <p className={styles.soft}>
              {stops
                .slice(0, NAMED)
                .map(({ customer }) => customer)
                .join(', ')}
              {count > NAMED ? ` ${t('andMore', { count: count - NAMED })}` : ''}
            </p>
          )}
          <WeekPick
            label={t('shiftTo')}
            description={t('shiftToHow', { count, name: stops[0]?.customer ?? '' })}
            placeholder={t('shiftNext')}
            value={form.getValues().to}
            onChange={(to) => form.setFieldValue('to', to)}
            error={form.errors['to'] ?? form.errors['to.weekNumber']}
          />
          <TextInput label={t('reason')} {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}
