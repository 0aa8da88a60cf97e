import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewShift, shiftJobs } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { ask } from '#client/api/query-client.ts'
import { useCalendarYears } from '#client/shells/due-pick.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { WeekPick } from '#client/shells/week-pick.tsx'
import { weekInWords, weekOfText } from '#client/shells/weeks.ts'
import { plural, t } from '#client/ui/core/texts.ts'

const NAMED = 8

/** Where the stops go if no week is named, the week of most stops first. */
function NextCollections({ runOrderID, stops }: Pick<ShiftStopsProps, 'runOrderID' | 'stops'>) {
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
    <ul>
      {inOrder.map(([week, moved]) => (
        <li key={week}>
          {week === ''
            ? plural(
                moved.length,
                '{{count}} customer was deleted and has no next collection.',
                '{{count, number}} customers were deleted and have no next collection.',
              )
            : stops.length === 1
              ? t('Next collection: {{week}}', { week })
              : plural(moved.length, '{{count}} stop to {{week}}', '{{count, number}} stops to {{week}}', { week })}
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
  const count = stops.length
  return (
    <FormShell
      title={plural(count, 'Shift {{name}}', 'Shift {{count, number}} stops', { name: stops[0]?.customer ?? '' })}
      as="dialog"
      endpoint={shiftJobs}
      fixed={{ runOrderID, assignmentIDs: stops.map(({ assignmentID }) => assignmentID) }}
      initial={{ to: '', reason: '' }}
      toInput={({ to, reason }) => ({ to: weekOfText(to), reason })}
      labels={{ to: t('New week'), reason: t('Reason') }}
      done={plural(count, 'Stop shifted', '{{count, number}} stops shifted')}
      submit={t('Shift')}
      onClose={onClose}
      onSaved={() => {
        onClose()
        onDone()
      }}
    >
      {(form) => (
        <>
          <p>
            {plural(
              count,
              'The stop stays in this run’s history as shifted. If the new week has a draft, it’s added there.',
              'The stops stay in this run’s history as shifted. If the new week has a draft, they’re added there.',
            )}
          </p>
          {count === 1 ? null : (
            <Text c="dimmed" fz="sm">
              {stops
                .slice(0, NAMED)
                .map(({ customer }) => customer)
                .join(', ')}
              {count > NAMED ? ` ${t('and {{count, number}} more', { count: count - NAMED })}` : ''}
            </Text>
          )}
          {form.getValues().to === '' ? <NextCollections runOrderID={runOrderID} stops={stops} /> : null}
          <WeekPick
            label={t('New week')}
            description={plural(
              count,
              'Leave blank for the next collection of {{name}}.',
              'Leave blank for each customer’s next collection.',
              { name: stops[0]?.customer ?? '' },
            )}
            placeholder={t('Next collection')}
            value={form.getValues().to}
            onChange={(to) => form.setFieldValue('to', to)}
            error={form.errors['to'] ?? form.errors['to.weekNumber']}
          />
          <TextInput {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}
