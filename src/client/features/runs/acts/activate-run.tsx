import { activateRun } from '#contract/v1/runs-office.ts'
import { previewActivation } from '#contract/v1/runs-plan.ts'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { ActDialog, type ActRun, useAct, useCommandPreview } from './act-dialog.tsx'
import { ShiftingTable } from './shifting-table.tsx'
import styles from './acts.module.css'

/** draft -> active (domain.md 4, Mark active). */
export function ActivateRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { t } = useTranslation('acts')
  const { busy, overtaken, send } = useAct()
  const { data: plan, failed, again } = useCommandPreview(previewActivation, { runOrderID }, busy)
  const undriven = plan?.undriven ?? []
  const wrong = overtaken ? t('changedMeanwhile') : undriven.length > 0 ? null : (plan?.refusal?.message ?? null)
  return (
    <ActDialog
      title={t('activateQuestion', { days: runDays(run, today) })}
      why={t('activateWhy')}
      confirm={t('markActive')}
      wrong={wrong}
      failed={failed}
      loading={plan === undefined}
      busy={busy}
      disabled={plan === undefined || plan.refusal !== null || undriven.length > 0}
      onAgain={again}
      onClose={onClose}
      onConfirm={() =>
        void send({
          endpoint: activateRun,
          input: { runOrderID },
          ifMatch: version,
          done: t('activated'),
          onDone: onClose,
        })
      }
    >
      {undriven.length === 0 ? null : (
        <Note tone="bad">
          <ul className={styles.plain}>
            {undriven.map(({ runNumber, stops }) => (
              <li key={runNumber}>{t('undriven', { round: runNumber, count: stops })}</li>
            ))}
          </ul>
        </Note>
      )}
      {plan === undefined ? null : plan.shifted.length === 0 ? (
        <p>{t('nobodyShifted')}</p>
      ) : (
        <section>
          <h3 className={styles.heading}>{t('shifted', { count: plan.shifted.length })}</h3>
          <p>{t('someShifted')}</p>
          <ShiftingTable label={t('shifted', { count: plan.shifted.length })} stops={plan.shifted} />
        </section>
      )}
      {plan === undefined || plan.drivers.length === 0 ? null : (
        <section>
          <h3 className={styles.heading}>{t('drivers')}</h3>
          <ul className={styles.pairs}>
            {plan.drivers.map(({ driverID, driver, stops }) => (
              <li key={driverID}>
                <span>{driver}</span>
                <span>{t('stops', { count: stops })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ActDialog>
  )
}
