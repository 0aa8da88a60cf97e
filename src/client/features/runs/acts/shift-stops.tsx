import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewShift, shiftJobs } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { ask } from '#client/api/query-client.ts'
import { useCalendarYears } from '#client/shells/due-pick.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { WeekPick } from '#client/shells/week-pick.tsx'
import { weekInWords, weekOfText } from '#client/shells/weeks.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './acts.module.css'

const NAMED = 8

/** Where the stops go if no week is named, the week of most stops first. */
function NextCollections({ runOrderID, stops }: Pick<ShiftStopsProps, 'runOrderID' | 'stops'>) {
  const { t } = useTranslation('acts')
  const rows = useCalendarYears().flatMap(({ data }) => data?.items ?? [])
  const { data, error, refetch } = useQuery({
    ...ask(previewShift, { runOrderID, assignmentIDs: stops.map(({ assignmentID }) => assignmentID) }),
    staleTime: 0,
    throwOnError: false,
  })
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const weeks = byKey(data.items, ({ to }) => (to === null ? '' : weekInWords(to, rows)))
  const inOrder = [...weeks].toSorted(([, one], [, two]) => two.length - one.length)
  return (
    <ul className={styles.goes}>
      {inOrder.map(([week, moved]) => (
        <li key={week}>
          {week === ''
            ? t('shiftsNowhere', { count: moved.length })
            : t(stops.length === 1 ? 'shiftsTo' : 'shiftsMany', { count: moved.length, week })}
        </li>
      ))}
    </ul>
  )
}

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
          {form.getValues().to === '' ? <NextCollections runOrderID={runOrderID} stops={stops} /> : null}
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
