import { useEffect, useRef, useState } from 'react'
import type { Run } from '#contract/v1/runs.ts'
import { endsOf } from '#domain/round-ends.ts'
import type { DivisionAsked, RoundDivision } from '#domain/round-division.ts'
import { secondsOfDay } from '#domain/round-rules.ts'
import { inOrder, isOnTheRun, type RunStop } from '../page/run-types.ts'
import { useTravel } from '../use-travel.ts'
import { askDivision } from './ask-division.ts'
import { type DivisionChange, divisionChange } from './division-change.ts'
import { stopAsked, type Known } from './round-facts.ts'

export type Hours = DivisionAsked['hours']

interface Found extends DivisionChange {
  readonly kind: 'found'
  readonly division: RoundDivision
  /** The open stops that were divided, in the order of then. */
  readonly stops: readonly RunStop[]
  /** The run's version of then. */
  readonly version: number
  /** Nothing was divided. */
  readonly isBlocked: boolean
}

export type DivisionState =
  Found | { readonly kind: 'looking'; readonly progress: number } | { readonly kind: 'failed' }

/** A thousand stops get ten seconds, of which the drivers' own orders take the last. */
const MS_A_STOP = 9
const MS = { least: 1_500, most: 9_000 }

/** A division of the run's open stops, looked for when asked; null: not asked yet, or forgotten. */
export function useDivision(run: Run, known: Known) {
  const { travel } = useTravel(run.runOrderID)
  const [state, setState] = useState<DivisionState | null>(null)
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const forget = () => {
    stop.current()
    setState(null)
  }
  const look = (taking: readonly string[], hours: Hours) => {
    if (travel === null) return
    const stops = inOrder(run.jobs.filter((one) => isOnTheRun(one) && one.outcome === null))
    const asked = {
      stops: stops.map((one) => dividedStop(one, known)),
      drivers: known.drivers.map((driver) => ({
        ...endsOf(driver, known),
        driverID: driver.driverID,
        truckBags: driver.truckBags,
        longestDay: driver.longestDay,
        takesPart: taking.includes(driver.driverID),
      })),
      startTime: secondsOfDay(known.startTime),
      streets: known.streets,
      hours,
      travel,
      ms: Math.min(MS.most, Math.max(MS.least, MS_A_STOP * stops.length)),
    }
    stop.current()
    setState({ kind: 'looking', progress: 0 })
    stop.current = askDivision(
      asked,
      (said) =>
        setState(
          'progress' in said ? { kind: 'looking', progress: said.progress } : foundOf(run, stops, said.division),
        ),
      () => setState({ kind: 'failed' }),
    )
  }
  return { state, look, forget, isReady: travel !== null }
}

const foundOf = (run: Run, stops: readonly RunStop[], division: RoundDivision): Found => ({
  kind: 'found',
  division,
  stops,
  version: run.version,
  isBlocked: division.problems.some(({ code }) => code === 'no_drivers' || code === 'no_places'),
  ...divisionChange(run, division.shares),
})

function dividedStop(stop: RunStop, known: Known): DivisionAsked['stops'][number] {
  const customer = known.customers.find(({ customerID }) => customerID === stop.customerID)
  return {
    ...stopAsked(stop, known),
    driverID: stop.driverID,
    tiedTo: customer?.driverID ?? null,
    bags: customer?.bags ?? 0,
  }
}
