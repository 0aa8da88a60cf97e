import { Flex, Title } from '@mantine/core'
import { activateRun } from '#contract/v1/runs-office.ts'
import { previewActivation } from '#contract/v1/runs-plan.ts'
import { runDays } from '#domain/run-name.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { type ActRun, useAct, useCommandPreview } from './run-act.ts'
import { ShiftingTable } from './shifting-table.tsx'

/** draft -> active (domain.md 4, Mark active). */
export function ActivateRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { busy, overtaken, send } = useAct()
  const { data: plan, failed, again } = useCommandPreview(previewActivation, { runOrderID }, busy)
  const undriven = plan?.undriven ?? []
  const wrong = overtaken
    ? t('The run has changed. Please check it again.')
    : undriven.length > 0
      ? null
      : (plan?.refusal?.message ?? null)
  return (
    <ActDialog
      endpoint={activateRun}
      title={t('Start the run for {{days}}?', { days: runDays(run, today) })}
      why={t('Drivers see their stops as soon as their phones have signal.')}
      confirm={t('Mark active')}
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
          done: t('Run marked active'),
          onDone: onClose,
        })
      }
    >
      {undriven.length === 0 ? null : (
        <Note tone="bad">
          <ul>
            {undriven.map(({ runNumber, stops }) => (
              <li key={runNumber}>
                {plural(
                  stops,
                  'Run {{round}} has no driver yet ({{count}} stop). Choose one first.',
                  'Run {{round}} has no driver yet ({{count}} stops). Choose one first.',
                  { round: runNumber },
                )}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {plan === undefined ? null : plan.shifted.length === 0 ? (
        <p>{t('No one has skipped this week.')}</p>
      ) : (
        <section>
          <Title order={3} size="h4">
            {plural(plan.shifted.length, '{{count}} customer is shifted', '{{count, number}} customers are shifted')}
          </Title>
          <p>{t('All customers with no pickup will be shifted to next month.')}</p>
          <ShiftingTable
            label={plural(
              plan.shifted.length,
              '{{count}} customer is shifted',
              '{{count, number}} customers are shifted',
            )}
            stops={plan.shifted}
          />
        </section>
      )}
      {plan?.held === undefined || plan.held.length === 0 ? null : (
        <Note tone="warn">
          {plural(
            plan.held.length,
            '{{count}} customer is on hold and leaves the run: {{names}}.',
            '{{count, number}} customers are on hold and leave the run: {{names}}.',
            { names: plan.held.map(({ customer }) => customer).join(', ') },
          )}
        </Note>
      )}
      {plan === undefined || plan.drivers.length === 0 ? null : (
        <section>
          <Title order={3} size="h4">
            {t('Drivers')}
          </Title>
          <Tiles component="ul" min="15rem" gap="2px 32px">
            {plan.drivers.map(({ driverID, driver, stops }) => (
              <Flex key={driverID} component="li" justify="space-between">
                <span>{driver}</span>
                <span>{plural(stops, '{{count}} stop', '{{count, number}} stops')}</span>
              </Flex>
            ))}
          </Tiles>
        </section>
      )}
    </ActDialog>
  )
}
