import { type ReactNode, useState } from 'react'
import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { Note } from '#client/ui/core/note.tsx'
import type { NamedRun } from '#domain/run-name.ts'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'
import { useCommand } from '#client/shells/use-command.ts'
import type { Run } from '#contract/v1/runs.ts'
import { t } from '#client/ui/core/texts.ts'

interface ActDialogProps {
  title: string
  /** Explains the command, whatever the run contains. */
  why: string
  confirm: string
  /** Why it can't be done now; shown first. */
  wrong: string | null
  children: ReactNode
  /** Beside the buttons: confirmations that must be ticked first. */
  consent?: ReactNode
  failed: boolean
  loading: boolean
  busy: boolean
  disabled: boolean
  onAgain: () => void
  onClose: () => void
  onConfirm: () => void
}

export function ActDialog({
  title,
  why,
  confirm,
  wrong,
  children,
  consent,
  failed,
  loading,
  busy,
  disabled,
  onAgain,
  onClose,
  onConfirm,
}: ActDialogProps) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={760}
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={NO_BANNER}
    >
      <Stack gap="md">
        <p>{why}</p>
        {wrong === null ? null : <Note tone="bad">{wrong}</Note>}
        {failed ? (
          <Note tone="bad">
            {t('Couldn’t load the preview.')}
            <Button variant="default" onClick={onAgain}>
              {t('Try again')}
            </Button>
          </Note>
        ) : loading ? (
          <Skeleton height={140} radius="md" aria-label={t('Loading')} />
        ) : (
          children
        )}
        <ActsBar>
          {consent}
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button loading={busy} disabled={disabled || loading || failed} onClick={onConfirm}>
            {confirm}
          </Button>
        </ActsBar>
      </Stack>
    </Modal>
  )
}

/**
 * The preview of a command, fetched again whenever its dialog opens, because the decision depends on it.
 * @param sent while the command is being sent the preview is not refetched
 */
export function useCommandPreview<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  sent: boolean,
): { data: OutputOf<E> | undefined; failed: boolean; again: () => void } {
  const { data, error, refetch } = useQuery({
    ...ask(endpoint, input),
    staleTime: 0,
    gcTime: 0,
    enabled: !sent,
    throwOnError: false,
  })
  return {
    data: data as OutputOf<E> | undefined,
    failed: error !== null && data === undefined,
    again: () => void refetch(),
  }
}

interface Act<E extends Endpoint> {
  endpoint: E
  input: CallOf<E>
  ifMatch: number
  done: string
  onDone: (value: OutputOf<E>) => void
}

/** After these refusals the dialog fetches its preview again and shows the cause there. */
const SHOWN_BY_PREVIEW: ReadonlySet<string> = new Set(['version_conflict', 'exceptions_open'])

/**
 * Sends a command that was confirmed on a preview. @returns `overtaken`: another user was faster, and a new preview
 * must be shown
 */
export function useAct() {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const send = async <E extends Endpoint>({ endpoint, input, ifMatch, done, onDone }: Act<E>) => {
    setBusy(true)
    setOvertaken(false)
    const answer = await command(endpoint, input, {
      done,
      ifMatch,
      quiet: (code) => SHOWN_BY_PREVIEW.has(code),
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') onDone(answer.value)
    else setOvertaken(answer.kind === 'refused' && answer.problem.code === 'version_conflict')
  }
  return { busy, overtaken, send }
}

/** The run of a command, with the version the user was looking at. */
export type ActRun = Pick<Run, 'runOrderID' | 'version' | keyof NamedRun>
