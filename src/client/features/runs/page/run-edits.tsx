import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Card, Flex, Text, Title } from '@mantine/core'
import { updateRun } from '#contract/v1/runs-office.ts'
import { getRun, type Run } from '#contract/v1/runs.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import type { Answer } from '#client/api/answers.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { applyChange, isDoneAlready, stillFits } from './run-change.ts'
import type { RunChange } from './run-types.ts'
import { runQuery } from './run-data.ts'

interface Pending {
  readonly key: number
  readonly change: RunChange
  readonly before: Run
  readonly what: string
}

interface Stuck extends Pending {
  readonly by: 'somebody' | 'line'
}

interface EditOptions {
  done?: string
  /** The caller shows refusals itself, without a red toast. */
  quiet?: boolean
}

export type Edit = (change: RunChange, what: string, options?: EditOptions) => Promise<Answer<Run>>

export interface RunEdits {
  /** The run with all unsent edits applied. */
  readonly shown: Run
  readonly saving: boolean
  /** Edits kept for the user to decide: another user changed the same, or no answer came. */
  readonly stuck: readonly Stuck[]
  readonly edit: Edit
  readonly again: (key: number) => void
  readonly drop: (key: number) => void
}

/**
 * The edits of a run: shown at once, sent one after the other, each based on the latest known version. After another
 * user's edit the run is fetched; ours is sent again if it still applies, otherwise the user decides.
 */
export function useRunEdits(run: Run, driverName: (driverID: string) => string | null): RunEdits {
  const { call } = useOffice()
  const client = useQueryClient()
  const [queue, setQueue] = useState<readonly Pending[]>([])
  const [stuck, setStuck] = useState<readonly Stuck[]>([])
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const key = useRef(0)
  const { queryKey } = runQuery(run.runOrderID)

  const shown = useMemo(
    () => queue.reduce((so, { change }) => applyChange(so, change, driverName), run),
    [queue, run, driverName],
  )
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  }, [shown])

  const send = useCallback(
    async (pending: Pending, { done, quiet = false }: EditOptions): Promise<Answer<Run>> => {
      const { runOrderID } = pending.before
      let now = client.getQueryData<Run>(queryKey) ?? pending.before
      for (;;) {
        let answer = await call(updateRun, { runOrderID, ...pending.change }, { ifMatch: now.version })
        let conflict = answer.kind === 'refused' && answer.problem.code === 'version_conflict'
        if (conflict) {
          const read = await call(getRun, { runOrderID })
          if (read.kind === 'ok') {
            client.setQueryData(queryKey, read.value)
            now = read.value
            if (isDoneAlready(pending.change, now)) {
              answer = read
              conflict = false
            } else if (stillFits(pending.change, pending.before, now)) continue
          }
        }
        if (answer.kind === 'ok') {
          client.setQueryData(queryKey, answer.value)
          void invalidateChanged(client, updateRun, (path) => path === getRun.path)
          if (done !== undefined) showSuccess(done)
          for (const { message } of answer.value.warnings ?? []) showSuccess(message)
        } else if (conflict || answer.kind !== 'refused') {
          setStuck((before) => [...before, { ...pending, by: conflict ? 'somebody' : 'line' }])
          showFailure(
            t('Not saved yet'),
            conflict ? t('Someone else edited this. Not saved: {{what}}', { what: pending.what }) : sentenceOf(answer),
          )
        } else if (!quiet) {
          showFailure(t('An error occurred.'), sentenceOf(answer))
          void client.invalidateQueries({ queryKey })
        }
        // This waits until the answer is rendered; otherwise the previous state would flash.
        await new Promise((drawn) => setTimeout(drawn))
        setQueue((before) => before.filter((one) => one.key !== pending.key))
        return answer
      }
    },
    [call, client, queryKey],
  )

  const edit = useCallback<Edit>(
    (change, what, options = {}) => {
      const pending: Pending = { key: ++key.current, change, before: latest.current, what }
      // Updated synchronously, so that the second of two quick edits is based on the first.
      latest.current = applyChange(latest.current, change, driverName)
      setQueue((before) => [...before, pending])
      const sent = line.current.then(() => send(pending, options))
      line.current = sent.catch(() => undefined)
      return sent
    },
    [send, driverName],
  )
  const drop = useCallback((gone: number) => setStuck((before) => before.filter((one) => one.key !== gone)), [])
  const again = useCallback(
    (which: number) => {
      const one = stuck.find((pending) => pending.key === which)
      drop(which)
      if (one !== undefined) void edit(one.change, one.what)
    },
    [stuck, drop, edit],
  )
  return { shown, saving: queue.length > 0, stuck, edit, again, drop }
}

/**
 * Edits that conflicted with another user's or got no answer. They are not lost, and overwrite nothing without a
 * question.
 */
export function StuckChanges({ edits: { stuck, again, drop } }: { edits: RunEdits }) {
  if (stuck.length === 0) return null
  return (
    <Card
      component="section"
      bg="var(--br-warn)"
      c="var(--br-warn-ink)"
      mah="40dvh"
      flex="1 0 100%"
      style={{ overflowY: 'auto' }}
      role="alert"
    >
      <Title order={2} size="h4">
        {plural(stuck.length, '{{count}} unsaved change', '{{count}} unsaved changes')}
      </Title>
      <p>
        {t(
          stuck.some(({ by }) => by === 'somebody')
            ? 'Someone else edited this. The run shows their version. Which version do you want to keep?'
            : 'The server didn’t answer. Try again when you’re back online, or discard the changes.',
        )}
      </p>
      <ul>
        {stuck.map(({ key, what, by }) => (
          <Flex component="li" key={key} wrap="wrap" align="center">
            <Text span flex="1 1 16rem" fw={600}>
              {what}
            </Text>
            <Button size="compact-md" onClick={() => again(key)}>
              {t(by === 'somebody' ? 'Keep mine' : 'Try again')}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => drop(key)}>
              {t(by === 'somebody' ? 'Use theirs' : 'Discard')}
            </Button>
          </Flex>
        ))}
      </ul>
    </Card>
  )
}
