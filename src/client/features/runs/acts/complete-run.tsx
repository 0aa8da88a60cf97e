import { useState } from 'react'
import { Checkbox, Flex, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { completeRun } from '#contract/v1/runs-office.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { GstOnTop } from '#client/shells/gst-on-top.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { sumDollars } from '#domain/sum-dollars.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import type { Outcome } from '#domain/words.ts'
import { Money } from '#client/ui/core/money.tsx'
import { OUTCOME_WORDS } from '#client/shells/outcomes.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { type ActRun, useAct, useCommandPreview } from './run-act.ts'
import { CompletionInvoices } from './completion-invoices.tsx'
import { ShiftingTable } from './shifting-table.tsx'

type Plan = OutputOf<typeof previewCompletion>

/** active -> completed (domain.md 4, Complete). */
export function CompleteRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { busy, overtaken, send } = useAct()
  const { data: plan, failed, again } = useCommandPreview(previewCompletion, { runOrderID }, busy)
  const [shift, setShift] = useState(false)
  const left = plan?.outstanding.length ?? 0
  const wrong = overtaken ? t('The run has changed. Please check it again.') : (plan?.refusal?.message ?? null)
  return (
    <ActDialog
      endpoint={completeRun}
      title={t('Complete the run for {{days}}?', { days: runDays(run, today) })}
      why={t('Stops are locked as recorded. Customers move to their next collection. Completing can’t be undone.')}
      confirm={t('Mark completed')}
      wrong={wrong}
      failed={failed}
      loading={plan === undefined}
      busy={busy}
      disabled={plan === undefined || plan.refusal !== null || (left > 0 && !shift)}
      consent={
        left === 0 ? null : (
          <Checkbox
            mr="auto"
            label={plural(
              left,
              'Move {{count}} customer to the next collection',
              'Move {{count, number}} customers to their next collection',
            )}
            checked={shift}
            onChange={({ currentTarget }) => setShift(currentTarget.checked)}
          />
        )
      }
      onAgain={again}
      onClose={onClose}
      // A stop that lost its outcome since the preview causes a refusal instead of being shifted unseen.
      onConfirm={() =>
        void send({
          endpoint: completeRun,
          input: { runOrderID, outstanding: left > 0 ? 'shift' : 'refuse' },
          ifMatch: version,
          done: t('Run completed'),
          onDone: onClose,
        })
      }
    >
      {plan === undefined ? null : (
        <>
          <Waiting plan={plan} runOrderID={runOrderID} />
          <NoMailServer when="with" />
          <Moving outstanding={plan.outstanding} />
          <CompletionFigures plan={plan} />
        </>
      )}
    </ActDialog>
  )
}

/** The stops without an outcome: who was not reached, and whose no pickup came late. */
function Moving({ outstanding }: Pick<Plan, 'outstanding'>) {
  const missed = outstanding.filter(({ reason }) => reason === NOT_REACHED).length
  const cancelled = outstanding.length - missed
  if (outstanding.length === 0) return null
  const heading =
    missed === 0
      ? plural(
          cancelled,
          '{{count}} customer who said “no pickup” moves to the next collection',
          '{{count, number}} customers who said “no pickup” move to their next collection',
        )
      : plural(
          missed,
          '{{count}} customer not reached moves to the next collection',
          '{{count, number}} customers not reached move to their next collection',
        )
  return (
    <section>
      <Title order={3} size="h4">
        {heading}
      </Title>
      {missed === 0 || cancelled === 0 ? null : (
        <Text c="dimmed" fz="sm">
          {plural(
            cancelled,
            '{{count}} customer who said “no pickup” moves to the next collection',
            '{{count, number}} customers who said “no pickup” move to their next collection',
          )}
        </Text>
      )}
      <Text c="dimmed" fz="sm">
        {t(
          'Nothing is recorded at these stops. If a driver was there, wait for the record or enter it on the run’s page. You can email or call the customers afterwards.',
        )}
      </Text>
      <ShiftingTable label={heading} stops={outstanding} />
    </section>
  )
}

/** What is still open. Only what the server refuses for prevents completing, and is said beside the button. */
function Waiting({ plan: { exceptions, unsent, refusal }, runOrderID }: { plan: Plan; runOrderID: string }) {
  return (
    <>
      {exceptions === 0 ? null : (
        <Note tone="warn">
          <span>
            {plural(exceptions, '{{count}} exception to decide.', '{{count, number}} exceptions to decide.')}{' '}
            {refusal === null ? t('You can decide them after completing too.') : null}{' '}
            <Link to={officePaths.exceptions(runOrderID)}>{t('Review exceptions')}</Link>
          </span>
        </Note>
      )}
      {unsent === 0 ? null : (
        <Note tone="warn">
          <span>
            {plural(
              unsent,
              '{{count}} phone still has unsent work. Records that arrive later go to Exceptions.',
              '{{count}} phones still have unsent work. Records that arrive later go to Exceptions.',
            )}{' '}
            <Link to={officePaths.devices(runOrderID)}>{t('View phones')}</Link>
          </span>
        </Note>
      )}
    </>
  )
}

/** Without a mail server the dialog says so above. */
function Confirmations({ count }: { count: number }) {
  const hasMailServer = useHasMailServer()
  return count === 0 || !hasMailServer ? null : (
    <p>
      {plural(
        count,
        '{{count}} email is sent: what was recorded, with any new invoice.',
        '{{count, number}} emails are sent: what was recorded, with any new invoice.',
      )}
    </p>
  )
}

function CompletionFigures({ plan }: { plan: Plan }) {
  // What a role without money isn't answered is left out.
  const { outcomes, charges, invoices, incomes } = plan
  return (
    <>
      <section>
        <Title order={3} size="h4">
          {t('Recorded')}
        </Title>
        {outcomes.length === 0 ? <p>{t('Nothing recorded.')}</p> : null}
        <Tiles component="ul" min="15rem" gap="2px 32px">
          {outcomes.map(({ outcome, stops, bags }) => (
            <Flex key={outcome} component="li" justify="space-between">
              <span>{t(OUTCOME_WORDS[outcome as Outcome])}</span>
              <span>
                {[
                  plural(stops, '{{count}} stop', '{{count, number}} stops'),
                  ...(bags > 0 ? [plural(bags, '{{count}} bag', '{{count, number}} bags')] : []),
                ].join(', ')}
              </span>
            </Flex>
          ))}
        </Tiles>
      </section>
      {charges === undefined ? null : (
        <section>
          <Title order={3} size="h4">
            {t('Charged to customers’ accounts')}
          </Title>
          <p>
            <strong>
              <Money dollars={charges.amount} />
            </strong>{' '}
            {plural(charges.stops, 'for {{count}} stop', 'for {{count, number}} stops')}
          </p>
        </section>
      )}
      {invoices === undefined ? null : <CompletionInvoices invoices={invoices} withoutInvoice={plan.withoutInvoice} />}
      <Confirmations count={plan.confirmations ?? 0} />
      {incomes === undefined ? null : <Incomes incomes={incomes} />}
    </>
  )
}

function Incomes({ incomes }: Required<Pick<Plan, 'incomes'>>) {
  const total = (valueOf: (pay: (typeof incomes)[number]) => number) => sumDollars(incomes.map(valueOf))
  return (
    <section>
      <Title order={3} size="h4">
        {t('Payable to drivers')}
      </Title>
      {incomes.length === 0 ? (
        <p>{t('Nothing.')}</p>
      ) : (
        <Table verticalSpacing={6}>
          <Table.Tbody>
            {incomes.map(({ driverID, driver, bags, amount, gst }) => (
              <Table.Tr key={driverID}>
                <Table.Td>{driver}</Table.Td>
                <Table.Td ta="end">{plural(bags, '{{count}} bag', '{{count, number}} bags')}</Table.Td>
                <Table.Td ta="end">
                  <Money dollars={amount} />
                  <GstOnTop dollars={gst} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          {incomes.length === 1 ? null : (
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>{t('Total')}</Table.Th>
                <Table.Th ta="end">
                  {plural(
                    incomes.reduce((sum, { bags }) => sum + bags, 0),
                    '{{count}} bag',
                    '{{count, number}} bags',
                  )}
                </Table.Th>
                <Table.Th ta="end">
                  <Money dollars={total(({ amount }) => amount)} />
                  <GstOnTop dollars={total(({ gst }) => gst)} />
                </Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      )}
    </section>
  )
}
