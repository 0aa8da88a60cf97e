import { useState } from 'react'
import { Checkbox } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { completeRun } from '#contract/v1/runs-office.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { ActDialog } from './act-dialog.tsx'
import type { ActRun } from './act-run.ts'
import { CompletionFigures } from './completion-figures.tsx'
import { ShiftingTable } from './shifting-table.tsx'
import { useAct } from './use-act.ts'
import { usePreview } from './use-preview.ts'
import styles from './acts.module.css'

type Plan = OutputOf<typeof previewCompletion>

/**
 * active -> completed (domain.md 4, Complete): the dialog shows what is locked, billed and payable, and what happens to
 * the remaining stops.
 */
export function CompleteRun({
  run: { runOrderID, readableID, version },
  onClose,
}: {
  run: ActRun
  onClose: () => void
}) {
  const { t } = useTranslation('acts')
  const { busy, overtaken, send } = useAct()
  const { data: plan, failed, again } = usePreview(previewCompletion, { runOrderID }, busy)
  const [shift, setShift] = useState(false)
  const left = plan?.outstanding.length ?? 0
  const wrong = overtaken ? t('changedMeanwhile') : (plan?.refusal?.message ?? null)
  return (
    <ActDialog
      title={t('completeQuestion', { run: readableID })}
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
            label={t('shiftRest', { count: left })}
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
          <CompletionFigures plan={plan} />
          {left === 0 ? null : (
            <section>
              <h3 className={styles.heading}>{t('outstanding', { count: left })}</h3>
              <p className={styles.soft}>{t('outstandingWhy')}</p>
              <ShiftingTable label={t('outstanding', { count: left })} stops={plan.outstanding} />
            </section>
          )}
        </>
      )}
    </ActDialog>
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
            {t('unsentPhones', { count: unsent })} <Link to={officePaths.phones(runOrderID)}>{t('toPhones')}</Link>
          </span>
        </Note>
      )}
    </>
  )
}
