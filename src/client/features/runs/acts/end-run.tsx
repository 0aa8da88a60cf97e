import { Link } from 'react-router-dom'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { archiveRun, deleteRun } from '#contract/v1/runs-office.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { ActDialog, type ActRun, useAct, useCommandPreview } from './act-dialog.tsx'

/** completed -> archived. Open exceptions prevent it, and the dialog links to them. */
export function ArchiveRun({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID, version } = run
  const today = useToday()
  const { t } = useTranslation('acts')
  const { busy, overtaken, send } = useAct()
  const { data, failed, again } = useCommandPreview(listExceptions, { status: 'open', runOrderID, perPage: 1 }, busy)
  const open = data?.total ?? 0
  return (
    <ActDialog
      title={t('archiveQuestion', { days: runDays(run, today) })}
      why={t('archiveWhy')}
      confirm={t('archive')}
      wrong={overtaken ? t('changedMeanwhile') : null}
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
          done: t('archived'),
          onDone: onClose,
        })
      }
    >
      {open === 0 ? null : (
        <Note tone="warn">
          <span>
            {t('archiveExceptions', { count: open })}{' '}
            <Link to={officePaths.exceptions(runOrderID)}>{t('reviewExceptions')}</Link>
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
  const { t } = useTranslation('acts')
  return (
    <ConfirmCommand
      opened
      question={t('deleteQuestion', { days: runDays(run, today) })}
      cancel={t('cancel')}
      confirm={t('delete')}
      danger
      endpoint={deleteRun}
      input={{ runOrderID }}
      ifMatch={version}
      done={t('deleted')}
      onClose={onClose}
      onDone={onGone}
    >
      <p>{t('deleteWhy')}</p>
    </ConfirmCommand>
  )
}
