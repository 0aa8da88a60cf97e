import { createContext, useContext } from 'react'
import type { Run } from '#contract/v1/runs.ts'
import type { DriverOption, Rights, RunStop } from './run-types.ts'

export type StopQuestion = 'move' | 'shift' | 'remove'

/** What every row needs. It stays the same object while stops change, so that no row is rendered because of another. */
export interface RowContext {
  readonly status: Run['status']
  readonly weekNumber: number
  readonly drivers: readonly DriverOption[]
  readonly rights: Rights
  readonly open: (assignmentID: string) => void
  readonly toggle: (assignmentID: string, range: boolean) => void
  readonly selectMany: (assignmentIDs: readonly string[], on: boolean) => void
  readonly assign: (assignmentIDs: readonly string[], driverID: string | null) => void
  /** Another price of a recorded stop is asked about first. @returns whether it was saved, or waits to be */
  readonly change: (stop: RunStop, to: { amount: number } | { adminNotes: string | null }) => Promise<boolean>
  readonly stepBy: (assignmentID: string, by: -1 | 1) => void
  readonly ask: (question: StopQuestion, assignmentIDs: readonly string[]) => void
  /** Moves the focus to the previous or next shown stop. */
  readonly focusBeside: (assignmentID: string, by: -1 | 1) => void
  /** The stop to be focused once the rows are rendered in their new order. */
  readonly wantedFocus: () => string | null
  readonly focusTaken: () => void
}

const Rows = createContext<RowContext | undefined>(undefined)
export const RowProvider = Rows.Provider

export function useRow(): RowContext {
  const row = useContext(Rows)
  if (row === undefined) throw new Error('This row is used outside a run.')
  return row
}
