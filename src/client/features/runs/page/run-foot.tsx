import type { ReactNode } from 'react'
import { Box, Button, Card, Group, NativeSelect, Text } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { showMoney } from '#domain/money.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { actualOf } from '../stop-money.ts'
import type { Totals } from './lay-out.ts'
import { useRow } from './row-context.ts'
import { actsOnAll, type RunStop } from './run-types.ts'
import { ACTUAL_AMOUNT_WORDS } from './actual-amounts.ts'

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
  const actual = actualOf(status)
  return (
    <ActsBar on="page">
      {stuck}
      {ticked.length === 0 ? null : <Bulk ticked={ticked} onClear={onClear} />}
      <Group
        flex="1 0 100%"
        gap="2px 24px"
        c="dimmed"
        fz={{ base: 'sm', sm: 'md' }}
        role="group"
        aria-label={t('Totals')}
      >
        <span>
          <Bright>{stops}</Bright> {plural(stops, 'stop', 'stops')}{' '}
          {stops !== all
            ? t('of {{count}}', { count: all })
            : gone > 0
              ? t('+ {{count}} no longer on this run', { count: gone })
              : null}
        </span>
        <span>
          <Bright>{bags}</Bright> {plural(bags, 'bag', 'bags')}
        </span>
        {actual === 'billed' ? null : (
          <span title={t('As planned: one bag, or the full price, at each stop')}>
            <Bright>{showMoney(money.expected)}</Bright> {t('expected')}
          </span>
        )}
        {actual === null ? null : (
          <span>
            <Bright>{showMoney(money[actual])}</Bright> {t(ACTUAL_AMOUNT_WORDS[actual])}{' '}
            {extra === 0 ? null : t('(incl. {{amount}} extra)', { amount: showMoney(extra) })}
          </span>
        )}
        {children}
        <Box role="status" component="span" ml="auto">
          {saving ? t('Saving…') : ''}
        </Box>
      </Group>
    </ActsBar>
  )
}

const Bright = ({ children }: { children: ReactNode }) => (
  <Text component="strong" c="bright">
    {children}
  </Text>
)

interface BulkProps {
  ticked: readonly RunStop[]
  /** How many more are selected that no act is for, because they are recorded. */
  staying?: number
  onClear: () => void
}

export function Bulk({ ticked, staying = 0, onClear }: BulkProps) {
  const { status, rights, drivers, weekNumber, assign, ask } = useRow()
  const acts = actsOnAll({ status }, ticked, rights)
  const ids = ticked.map(({ assignmentID }) => assignmentID)
  const words = plural(ids.length + staying, '{{count}} stop selected', '{{count}} stops selected')
  return (
    <Card flex="1 0 100%" p="xs" style={{ flexFlow: 'row wrap', alignItems: 'center' }} role="group" aria-label={words}>
      <strong>{words}</strong>
      {staying === 0 ? null : (
        <span>
          {plural(
            staying,
            '{{count}} of them is recorded and can’t move.',
            '{{count}} of them are recorded and can’t move.',
          )}
        </span>
      )}
      {acts.has('assign') ? (
        <NativeSelect
          aria-label={t('Driver for the selected stops')}
          value=""
          onChange={({ currentTarget: { value } }) => assign(ids, value === 'nobody' ? null : value)}
          data={[
            { value: '', label: t('Assign driver…'), disabled: true },
            ...drivers.map((one) => ({
              value: one.driverID,
              label: one.weekNumbers.includes(weekNumber)
                ? one.fullName
                : t('{{name}} (not in week {{week}})', { name: one.fullName, week: weekNumber }),
            })),
            ...(status === 'draft' ? [{ value: 'nobody', label: t('No driver') }] : []),
          ]}
        />
      ) : null}
      {acts.has('order') ? (
        <Button variant="default" onClick={() => ask('move', ids)}>
          {t('Move to position…')}
        </Button>
      ) : null}
      {acts.has('shift') ? (
        <Button variant="default" onClick={() => ask('shift', ids)}>
          {t('Shift…')}
        </Button>
      ) : null}
      {acts.has('remove') ? (
        <Button variant="default" onClick={() => ask('remove', ids)}>
          {t('Remove')}
        </Button>
      ) : null}
      <Button variant="subtle" onClick={onClear}>
        {t('Clear')}
      </Button>
    </Card>
  )
}
