import { Link } from 'react-router-dom'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { archiveRun, deleteRun } from '#contract/v1/runs-office.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { type ActRun, useAct, useCommandPreview } from './run-act.ts'

/** completed -> archived. Open exceptions prevent it, and the dialog links to them. */
export function ArchiveRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { busy, overtaken, send } = useAct()
  const { data, failed, again } = useCommandPreview(listExceptions, { status: 'open', runOrderID, perPage: 1 }, busy)
  const open = data?.total ?? 0
  return (
    <ActDialog
      endpoint={archiveRun}
      title={t('Archive the run for {{days}}?', { days: runDays(run, today) })}
      why={t('Hidden from lists and can’t be edited. Still counted in reports.')}
      confirm={t('Archive')}
      wrong={overtaken ? t('The run has changed. Please check it again.') : null}
      failed={failed}
      loading={data === undefined}
      busy={busy}
      disabled={open > 0}
      onAgain={again}
      onClose={onClose}
      onConfirm={() =>
        void send({
          endpoint: archiveRun,
          input: { runOrderID },
          ifMatch: version,
          done: t('Run archived'),
          onDone: onClose,
        })
      }
    >
      {open === 0 ? null : (
        <Note tone="warn">
          <span>
            {plural(
              open,
              '{{count}} exception is open. Decide it before you archive the run.',
              '{{count, number}} exceptions are open. Decide them before you archive the run.',
            )}{' '}
            <Link to={officePaths.exceptions(runOrderID)}>{t('Review exceptions')}</Link>
          </span>
        </Note>
      )}
    </ActDialog>
  )
}

/** For drafts only. @param props.onGone called when the run no longer exists, so that its page is left */
export function DeleteRun({ run, onClose, onGone }: { run: ActRun; onClose: () => void; onGone: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  return (
    <ConfirmCommand
      opened
      question={t('Delete the draft for {{days}}?', { days: runDays(run, today) })}
      confirm={t('Delete')}
      danger
      endpoint={deleteRun}
      input={{ runOrderID }}
      ifMatch={version}
      done={t('Draft deleted')}
      onClose={onClose}
      onDone={onGone}
    >
      <p>{t('Customers stay due, so you can generate the week again. Your changes to this draft are lost.')}</p>
    </ConfirmCommand>
  )
}
