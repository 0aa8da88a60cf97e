import type { ReactNode } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { showMoney } from '#domain/money.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { actualOf } from '../stop-money.ts'
import type { Totals } from './lay-out.ts'
import { useRow } from './row-context.ts'
import { actsOnAll, type RunStop } from './run-types.ts'
import styles from './run-page.module.css'

interface RunFootProps {
  status: Run['status']
  totals: Totals
  /** The number of stops without the filter. */
  all: number
  /** The number of moved and removed stops, which are not in `all`. */
  gone: number
  ticked: readonly RunStop[]
  saving: boolean
  onClear: () => void
  stuck: ReactNode
  children?: ReactNode
}

export function RunFoot({
  status,
  totals: { stops, bags, money, extra },
  all,
  gone,
  ticked,
  saving,
  onClear,
  stuck,
  children,
}: RunFootProps) {
  const { t } = useTranslation('runPage')
  const actual = actualOf(status)
  return (
    <ActsBar on="page">
      {stuck}
      {ticked.length === 0 ? null : <Bulk ticked={ticked} onClear={onClear} />}
      <div className={styles.totals} role="group" aria-label={t('totals')}>
        <span>
          <strong>{stops}</strong> {t('totalStops', { count: stops })}{' '}
          {stops !== all ? t('ofAll', { count: all }) : gone > 0 ? t('andGone', { count: gone }) : null}
        </span>
        <span>
          <strong>{bags}</strong> {t('totalBags', { count: bags })}
        </span>
        {actual === 'billed' ? null : (
          <span title={t('expectedHow')}>
            <strong>{showMoney(money.expected)}</strong> {t('expected')}
          </span>
        )}
        {actual === null ? null : (
          <span>
            <strong>{showMoney(money[actual])}</strong> {t(actual)}{' '}
            {extra === 0 ? null : t('withExtra', { amount: showMoney(extra) })}
          </span>
        )}
        {children}
        <span role="status" className={styles.saving}>
          {saving ? t('saving') : ''}
        </span>
      </div>
    </ActsBar>
  )
}

function Bulk({ ticked, onClear }: { ticked: readonly RunStop[]; onClear: () => void }) {
  const { t } = useTranslation('runPage')
  const { status, allowReAssign, drivers, weekNumber, assign, ask } = useRow()
  const acts = actsOnAll({ status }, ticked, allowReAssign)
  const ids = ticked.map(({ assignmentID }) => assignmentID)
  const words = t('selected', { count: ids.length })
  return (
    <div className={styles.bulk} role="group" aria-label={words}>
      <strong>{words}</strong>
      {acts.has('assign') ? (
        <NativeSelect
          aria-label={t('assignToLabel')}
          value=""
          onChange={({ currentTarget: { value } }) => assign(ids, value === 'nobody' ? null : value)}
          data={[
            { value: '', label: t('assignTo'), disabled: true },
            ...drivers.map((one) => ({
              value: one.driverID,
              label: one.weekNumbers.includes(weekNumber)
                ? one.fullName
                : t('outOfWeek', { name: one.fullName, week: weekNumber }),
            })),
            ...(status === 'draft' ? [{ value: 'nobody', label: t('nobody') }] : []),
          ]}
        />
      ) : null}
      {acts.has('order') ? (
        <Button variant="default" onClick={() => ask('move', ids)}>
          {t('moveTo')}
        </Button>
      ) : null}
      {acts.has('shift') ? (
        <Button variant="default" onClick={() => ask('shift', ids)}>
          {t('shift')}
        </Button>
      ) : null}
      {acts.has('remove') ? (
        <Button variant="default" onClick={() => ask('remove', ids)}>
          {t('remove')}
        </Button>
      ) : null}
      <Button variant="subtle" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </div>
  )
}
