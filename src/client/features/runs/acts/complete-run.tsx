import { useState } from 'react'
import { Checkbox, Table } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { completeRun } from '#contract/v1/runs-office.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { NoMailServer } from '#client/shells/no-mail-server.tsx'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { nearestCents, showMoney, toDollars } from '#domain/money.ts'
import { NOT_REACHED } from '#domain/run-figures.ts'
import type { Outcome } from '#domain/words.ts'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { ActDialog, type ActRun, useAct, useCommandPreview } from './act-dialog.tsx'
import { CompletionInvoices } from './completion-invoices.tsx'
import { ShiftingTable } from './shifting-table.tsx'
import styles from './acts.module.css'

type Plan = OutputOf<typeof previewCompletion>

/** active -> completed (domain.md 4, Complete). */
export function CompleteRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { t } = useTranslation('acts')
  const { busy, overtaken, send } = useAct()
  const { data: plan, failed, again } = useCommandPreview(previewCompletion, { runOrderID }, busy)
  const [shift, setShift] = useState(false)
  const left = plan?.outstanding.length ?? 0
  const wrong = overtaken ? t('changedMeanwhile') : (plan?.refusal?.message ?? null)
  return (
    <ActDialog
      title={t('completeQuestion', { days: runDays(run, today) })}
      why={t('completeWhy')}
      confirm={t('markCompleted')}
      wrong={wrong}
      failed={failed}
      loading={plan === undefined}
      busy={busy}
      disabled={plan === undefined || plan.refusal !== null || (left > 0 && !shift)}
      consent={
        left === 0 ? null : (
          <Checkbox
            className={styles.consent!}
            label={t('moveRest', { count: left })}
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
          done: t('completed'),
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
  const { t } = useTranslation('acts')
  const missed = outstanding.filter(({ reason }) => reason === NOT_REACHED).length
  const cancelled = outstanding.length - missed
  if (outstanding.length === 0) return null
  const heading = missed === 0 ? t('cancelledMove', { count: cancelled }) : t('missedMove', { count: missed })
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      {missed === 0 || cancelled === 0 ? null : (
        <p className={styles.soft}>{t('cancelledMove', { count: cancelled })}</p>
      )}
      <p className={styles.soft}>{t('movingWhy')}</p>
      <ShiftingTable label={heading} stops={outstanding} />
    </section>
  )
}

/** What should be done first; it does not prevent completing. */
function Waiting({ plan: { exceptions, unsent }, runOrderID }: { plan: Plan; runOrderID: string }) {
  const { t } = useTranslation('acts')
  return (
    <>
      {exceptions === 0 ? null : (
        <Note tone="warn">
          <span>
            {t('openExceptions', { count: exceptions })}{' '}
            <Link to={officePaths.exceptions(runOrderID)}>{t('toExceptions')}</Link>
          </span>
        </Note>
      )}
      {unsent === 0 ? null : (
        <Note tone="warn">
          <span>
            {t('unsentDevices', { count: unsent })} <Link to={officePaths.devices(runOrderID)}>{t('toDevices')}</Link>
          </span>
        </Note>
      )}
    </>
  )
}

function CompletionFigures({ plan }: { plan: Plan }) {
  const { outcomes, charges, incomes } = plan
  const total = (valueOf: (pay: Plan['incomes'][number]) => number) =>
    toDollars(incomes.reduce((sum, pay) => sum + nearestCents(valueOf(pay)), 0))
  const { t } = useTranslation('acts')
  const { t: terms } = useTerms()
  return (
    <>
      <section>
        <h3 className={styles.heading}>{t('outcomes')}</h3>
        {outcomes.length === 0 ? <p>{t('nothingRecorded')}</p> : null}
        <ul className={styles.pairs}>
          {outcomes.map(({ outcome, stops, bags }) => (
            <li key={outcome}>
              <span>{terms(`outcome${outcome as Outcome}`)}</span>
              <span>
                {[t('stops', { count: stops }), ...(bags > 0 ? [t('bags', { count: bags })] : [])].join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={styles.heading}>{t('charges')}</h3>
        <p>
          <strong>
            <Money dollars={charges.amount} />
          </strong>{' '}
          {t('chargesOf', { count: charges.stops })}
        </p>
      </section>
      <CompletionInvoices plan={plan} />
      <section>
        <h3 className={styles.heading}>{t('incomes')}</h3>
        {incomes.length === 0 ? (
          <p>{t('noIncomes')}</p>
        ) : (
          <Table className={styles.table} verticalSpacing={6}>
            <Table.Tbody>
              {incomes.map(({ driverID, driver, bags, amount, gst }) => (
                <Table.Tr key={driverID}>
                  <Table.Td>{driver}</Table.Td>
                  <Table.Td className={styles.end}>{t('bags', { count: bags })}</Table.Td>
                  <Table.Td className={styles.end}>
                    <Money dollars={amount} />
                    <Gst dollars={gst} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            {incomes.length === 1 ? null : (
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>{t('total')}</Table.Th>
                  <Table.Th className={styles.end}>
                    {t('bags', { count: incomes.reduce((sum, { bags }) => sum + bags, 0) })}
                  </Table.Th>
                  <Table.Th className={styles.end}>
                    <Money dollars={total(({ amount }) => amount)} />
                    <Gst dollars={total(({ gst }) => gst)} />
                  </Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            )}
          </Table>
        )}
      </section>
    </>
  )
}

/** What a driver whose tax invoices the firm writes gets on top of the figure above it. */
function Gst({ dollars }: { dollars: number }) {
  const { t } = useTranslation('acts')
  return dollars === 0 ? null : (
    <div className={styles.soft}>{t('plusGst', { amount: showMoney(nearestCents(dollars)) })}</div>
  )
}
