import { Button } from '@mantine/core'
import type { Exception } from '#contract/v1/exceptions.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type ExceptionRow, recordsOf } from './by-stop.ts'
import type { Deciding } from './use-decide.ts'

interface DecideManyProps {
  rows: readonly ExceptionRow[]
  deciding: Deciding
  onDone: () => void
  onDismiss: (events: readonly Exception[]) => void
}

/** One decision on all selected records that are still open. */
export function DecideMany({ rows, deciding: { decide, busy }, onDone, onDismiss }: DecideManyProps) {
  const { t } = useTranslation('exceptions')
  const open = rows.flatMap(recordsOf).filter(({ decision }) => decision === 'open')
  if (open.length === 0) return null
  return (
    <>
      <Button loading={busy.size > 0} onClick={() => void decide(open, 'accept').then(onDone)}>
        {t('acceptAll', { count: open.length })}
      </Button>
      <Button variant="default" disabled={busy.size > 0} onClick={() => onDismiss(open)}>
        {t('dismissAll', { count: open.length })}
      </Button>
    </>
  )
}
