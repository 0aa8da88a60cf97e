import { useState } from 'react'
import { Box, NativeSelect, Skeleton, Table, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { payRange, previewPayment } from '#contract/v1/pays.ts'
import { type Day, dayOf, formatDay, isDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useRequestKey } from '#client/shells/request-key.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { INCOME_KIND_WORDS } from '#client/shells/income-kinds.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { WAY_TO_PAY_WORDS } from './ways-to-pay.ts'

const METHODS = ['EFT', 'CASH', 'CHEQUE'] as const
type Plan = OutputOf<typeof previewPayment>

interface PayRangeProps {
  driver: { driverID: string; driver: string }
  /** The range of the list; by default everything payable. */
  from: Day | undefined
  to: Day | undefined
  onClose: () => void
}

/** Pays a driver's range, after a preview. */
export function PayRange({ driver: { driverID, driver }, from, to, onClose }: PayRangeProps) {
  const today = useToday()
  const command = useCommand()
  const [typed, setTyped] = useState<{ from?: Day; to?: Day; datePaid: Day }>({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    datePaid: today,
  })
  const [paymentType, setPaymentType] = useState<(typeof METHODS)[number]>('EFT')
  const [busy, setBusy] = useState(false)
  const [changed, setChanged] = useState(false)
  const areTyped = Object.values(typed).every(isDay)
  const isInOrder = typed.from === undefined || typed.to === undefined || typed.from <= typed.to
  const canPreview = areTyped && isInOrder && typed.datePaid <= today && typed.datePaid >= (typed.from ?? '')
  const preview = useQuery({
    ...ask(previewPayment, { driverID, ...typed }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
    enabled: canPreview && !busy,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  const plan = preview.data
  const days = { from: typed.from ?? plan?.from ?? '', to: typed.to ?? plan?.to ?? '', datePaid: typed.datePaid }
  const wrong = {
    from: undefined,
    to: areTyped && !isInOrder ? t('The end is before the start') : undefined,
    datePaid: !areTyped
      ? undefined
      : days.datePaid > today
        ? t('This date is in the future')
        : days.datePaid < days.from
          ? t('This is before the work')
          : undefined,
  }
  const isWhole = canPreview && Object.values(wrong).every((problem) => problem === undefined)
  const box = (name: keyof typeof days, label: string) => (
    <DayInput
      label={label}
      withAsterisk
      value={days[name]}
      onChange={(day) => setTyped({ ...typed, [name]: day })}
      error={wrong[name]}
      {...(name === 'datePaid' ? { maxDate: today } : {})}
    />
  )
  const keyOf = useRequestKey()
  async function send({ from, to, total }: Plan): Promise<void> {
    setBusy(true)
    setChanged(false)
    const amount = showDollars(total)
    const input = { driverID, from, to, datePaid: typed.datePaid, paymentType, expected: total }
    const answer = await command(payRange, input, {
      done: t('Paid {{amount}} to {{driver}}', { amount, driver }),
      idempotencyKey: keyOf(input),
      quiet: (code) => code === 'version_conflict',
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') return onClose()
    setChanged(answer.kind === 'refused' && answer.problem.code === 'version_conflict')
  }
  return (
    <ActDialog
      endpoint={payRange}
      title={t('Pay {{driver}}', { driver })}
      confirm={
        plan === undefined || plan.refusal !== null
          ? t('Pay')
          : t('Pay {{amount}}', { amount: showDollars(plan.total) })
      }
      busy={busy}
      disabled={!isWhole || plan === undefined || plan.refusal !== null || preview.isPlaceholderData}
      onClose={onClose}
      onConfirm={() => plan && void send(plan)}
    >
      <Tiles min="11rem" align="start">
        {box('from', t('From'))}
        {box('to', t('To'))}
        {box('datePaid', t('Paid on'))}
        <NativeSelect
          label={t('Paid by')}
          // A day's box opens its calendar over the preview, and doesn't show a day that comes while it has the focus.
          data-autofocus
          data={METHODS.map((value) => ({ value, label: t(WAY_TO_PAY_WORDS[value]) }))}
          value={paymentType}
          onChange={({ currentTarget: { value } }) => setPaymentType(METHODS.find((one) => one === value) ?? 'EFT')}
        />
      </Tiles>
      {changed ? <Note tone="warn">{t('The amount has changed. Please check it again.')}</Note> : null}
      {!isWhole ? null : plan !== undefined ? (
        <Preview plan={plan} />
      ) : preview.error === null ? (
        <Skeleton height={140} radius="md" aria-label={t('Loading')} />
      ) : (
        <StaleNotice error={preview.error} onRetry={preview.refetch} />
      )}
    </ActDialog>
  )
}

function Preview({ plan }: { plan: Plan }) {
  const { timeZone } = useOffice().profile.config
  const sums = [
    ...(plan.gst === 0
      ? []
      : [
          { label: t('Without GST'), dollars: plan.subtotal },
          { label: t('GST'), dollars: plan.gst },
        ]),
    { label: t('Total'), dollars: plan.total },
  ]
  return (
    <>
      {plan.refusal === null ? null : <Note tone="bad">{plan.refusal.message}</Note>}
      {plan.carried === 0 ? null : (
        <Note tone="warn">
          {plural(
            plan.carried,
            '{{count}} older line is included: it lowers the total.',
            '{{count, number}} older lines are included: together they lower the total.',
          )}
        </Note>
      )}
      {plan.rctiLate ? (
        <Note tone="warn">{t('Some of this work is more than 28 days old. Tax invoices are due within 28 days.')}</Note>
      ) : null}
      {plan.rcti ? (
        <Text c="dimmed" fz="sm">
          {t('We’ll create a tax invoice (RCTI) on the driver’s behalf.')}
        </Text>
      ) : null}
      {plan.lines.length === 0 ? null : (
        <Box mah={{ sm: '40vh' }} style={{ overflow: 'auto' }}>
          <Table
            verticalSpacing={6}
            aria-label={plural(plan.lines.length, '{{count}} line', '{{count, number}} lines')}
          >
            <Table.Tbody>
              {plan.lines.map((line) => (
                <Table.Tr key={line.incomeID}>
                  <Table.Td>{formatDay(dayOf(new Date(line.earnedAt), timeZone))}</Table.Td>
                  <Table.Td>
                    {line.kind === 'stop'
                      ? line.customer
                      : [t(INCOME_KIND_WORDS[line.kind]), line.customer].filter(Boolean).join(': ')}
                  </Table.Td>
                  <Table.Td>{line.formula}</Table.Td>
                  <Table.Td ta="end">
                    <Money dollars={line.amount} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {plan.weeks.length > 1 || plan.left !== 0 ? <Weeks plan={plan} /> : null}
      <Table verticalSpacing={4}>
        <Table.Tbody>
          {sums.map(({ label, dollars }) => (
            <Table.Tr key={label}>
              <Table.Th>{label}</Table.Th>
              <Table.Td ta="end">
                <strong>
                  <Money dollars={dollars} />
                </strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

/** Everything payable by week, so that the list's figure can be found again in what is paid and what stays. */
function Weeks({ plan }: { plan: Plan }) {
  return (
    <Table verticalSpacing={4} aria-label={t('To pay by week')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Week from')}</Table.Th>
          <Table.Th ta="end">{t('In this payment')}</Table.Th>
          <Table.Th ta="end">{t('Stays to pay')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plan.weeks.map(({ monday, paid, left }) => (
          <Table.Tr key={monday}>
            <Table.Td>{formatDay(monday)}</Table.Td>
            <Table.Td ta="end">
              <Money dollars={paid} />
            </Table.Td>
            <Table.Td ta="end">
              <Money dollars={left} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t('All weeks')}</Table.Th>
          <Table.Th ta="end">
            <Money dollars={plan.subtotal} />
          </Table.Th>
          <Table.Th ta="end">
            <Money dollars={plan.left} />
          </Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}
