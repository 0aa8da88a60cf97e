import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { showDollars } from '#domain/money.ts'
import { useRights } from './use-rights.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { dropPlace, moveStops, type Place, step } from './order-stops.ts'
import type { LaidOut } from './lay-out.ts'
import type { RowContext, StopQuestion } from './row-context.ts'
import { type RunChange, stopActs } from './run-types.ts'
import type { Drivers } from '../drivers.ts'
import { useNow } from './run-data.ts'
import type { RunEdits } from './run-edits.tsx'
import type { Selection } from './use-selection.ts'

/** One request to scroll; a new object each time. */
export interface Sought {
  readonly assignmentID: string
}

interface StopActs {
  readonly row: RowContext
  readonly move: (assignmentIDs: readonly string[], place: Place) => void
  readonly drop: (activeKey: string, overKey: string) => void
  /** What a screen reader says. */
  readonly message: string
  readonly seek: Sought | null
  readonly find: (assignmentID: string) => void
}

/** Recorded stops that would be given to another driver, with stops that are still to do. */
export interface DriverQuestion {
  readonly ids: readonly string[]
  readonly count: number
  readonly driverID: string | null
  readonly driver: string
  readonly save: () => Promise<unknown>
}

interface Needs {
  run: Run
  edits: RunEdits
  drivers: Drivers
  selection: Selection
  laidOut: LaidOut
  ask: (question: StopQuestion, assignmentIDs: readonly string[]) => void
  askPrice: (assignmentID: string, amount: number) => void
  askDriver: (question: DriverQuestion) => void
}

/**
 * All commands of a row. The functions stay the same while the run changes, so that no row is rendered because of them.
 */
export function useStopActs(needs: Needs): StopActs {
  const rights = useRights()
  const [message, setMessage] = useState('')
  const [seek, setSeek] = useState<Sought | null>(null)
  const find = useCallback((assignmentID: string) => setSeek({ assignmentID }), [])
  const [, setParams] = useSearchParams()
  const refocus = useRef<string | null>(null)
  const now = useNow(needs)

  const nameOf = useCallback(
    (driverID: string | null) => (driverID === null ? t('No driver') : (now.current.drivers.nameOf(driverID) ?? '')),
    [now],
  )
  /** Saves at once, or asks first where a recorded stop would get another driver. */
  const saveOrAsk = useCallback(
    (change: RunChange, save: () => Promise<unknown>) => {
      const [given] = change.jobs?.assign ?? []
      const others = now.current.run.jobs.filter(
        ({ assignmentID, driverID }) => given?.assignmentIDs.includes(assignmentID) && driverID !== given.driverID,
      )
      const ids = others.filter(({ outcome }) => outcome !== null).map(({ assignmentID }) => assignmentID)
      if (given === undefined || ids.length === 0) return void save()
      const { driverID } = given
      now.current.askDriver({ ids, count: others.length, driverID, driver: nameOf(driverID), save })
    },
    [now, nameOf],
  )

  const move = useCallback(
    (assignmentIDs: readonly string[], place: Place) => {
      const { run, edits } = now.current
      const stops = run.jobs.filter(
        (stop) => assignmentIDs.includes(stop.assignmentID) && stopActs(run, stop, rights).has('order'),
      )
      const mayAssign = stops.every((stop) => stopActs(run, stop, rights).has('assign'))
      const change = moveStops(
        run,
        stops.map(({ assignmentID }) => assignmentID),
        place,
        mayAssign,
      )
      const first = stops[0]
      if (first === undefined) return
      if (change === null) return setMessage(t('{{name}} can’t be moved further.', { name: first.customer }))
      const at = {
        name: first.customer,
        round: place.runNumber,
        place: change.jobs!.order!.indexOf(first.assignmentID) + 1,
        count: stops.length,
      }
      saveOrAsk(change, () => {
        setMessage(
          stops.length === 1
            ? t('{{name}} is now stop {{place}} of run {{round}}.', at)
            : t('{{count}} stops are now in run {{round}}, from stop {{place}}.', at),
        )
        find(first.assignmentID)
        return edits.edit(change, t('{{name}} to stop {{place}} of run {{round}}', at))
      })
    },
    [rights, now, find, saveOrAsk],
  )
  const drop = useCallback(
    (activeKey: string, overKey: string) => {
      const { run, laidOut, selection } = now.current
      const place = dropPlace(run, laidOut.items, activeKey, overKey)
      if (place !== null) move(selection.ids.has(activeKey) ? [...selection.ids] : [activeKey], place)
    },
    [move, now],
  )
  const { status, weekNumber } = needs.run
  const { choice } = needs.drivers
  const { toggle, set } = needs.selection
  const row = useMemo<RowContext>(() => {
    return {
      status,
      weekNumber,
      drivers: choice,
      rights,
      wantedFocus: () => refocus.current,
      focusTaken: () => (refocus.current = null),
      toggle,
      selectMany: set,
      open: (assignmentID) =>
        setParams((before) => {
          const next = new URLSearchParams(before)
          next.set('stop', assignmentID)
          return next
        }),
      assign: (assignmentIDs, driverID) => {
        const { run, edits } = now.current
        const driver = nameOf(driverID)
        const one =
          assignmentIDs.length === 1 ? run.jobs.find((stop) => stop.assignmentID === assignmentIDs[0]) : undefined
        const what =
          one === undefined
            ? t('{{driver}} for {{count}} stops', { driver, count: assignmentIDs.length })
            : t('{{driver}} for {{name}}', { driver, name: one.customer })
        const change = { jobs: { assign: [{ assignmentIDs: [...assignmentIDs], driverID }] } }
        const done =
          one === undefined
            ? {
                done: plural(
                  assignmentIDs.length,
                  '{{count}} stop assigned to {{driver}}',
                  '{{count}} stops assigned to {{driver}}',
                  { driver },
                ),
              }
            : {}
        saveOrAsk(change, () => edits.edit(change, what, done))
      },
      change: async (stop, to) => {
        if ('amount' in to && stop.outcome !== null) {
          now.current.askPrice(stop.assignmentID, to.amount)
          return true
        }
        const what =
          'amount' in to
            ? t('Amount for {{name}}: ${{amount}}', {
                name: stop.customer,
                amount: showDollars(to.amount).slice(1),
              })
            : t('Notes to driver for {{name}}: {{notes}}', { name: stop.customer, notes: to.adminNotes ?? t('none') })
        const answer = await now.current.edits.edit(
          { jobs: { edit: [{ assignmentID: stop.assignmentID, ...to }] } },
          what,
        )
        // A stuck edit is shown above the table; only a refused value goes back into its input.
        return answer.kind !== 'refused' || answer.problem.code === 'version_conflict'
      },
      stepBy: (assignmentID, by) => {
        const place = step(now.current.run, assignmentID, by)
        refocus.current = assignmentID
        if (place !== null) return move([assignmentID], place)
        setMessage(
          t('{{name}} can’t be moved further.', {
            name: now.current.run.jobs.find((stop) => stop.assignmentID === assignmentID)?.customer ?? '',
          }),
        )
      },
      ask: (question, assignmentIDs) => now.current.ask(question, assignmentIDs),
      focusBeside: (assignmentID, by) => {
        const { shown } = now.current.laidOut
        const beside = shown[shown.findIndex((stop) => stop.assignmentID === assignmentID) + by]
        if (beside === undefined) return
        refocus.current = beside.assignmentID
        find(beside.assignmentID)
      },
    }
  }, [status, weekNumber, choice, rights, toggle, set, setParams, move, now, find, nameOf, saveOrAsk])
  return { row, move, drop, message, seek, find }
}
