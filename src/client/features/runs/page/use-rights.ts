import { useMemo } from 'react'
import { type RunAction } from '#domain/runs.ts'
import type { Run } from '#contract/v1/runs.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useMayChange, useMayChangeMoney } from '#client/shells/role.tsx'
import { mayDo, type Rights } from './run-types.ts'

/** What the user's role and the business's settings allow on a run's page. */
export function useRights(): Rights {
  const { allowReAssignDriver: reAssign } = useOffice().profile.config
  const change = useMayChange()
  const price = useMayChangeMoney()
  return useMemo(() => ({ change, reAssign, price }), [change, reAssign, price])
}

/** Whether the user may do this to a run in its state. */
export function useMayDo(run: Pick<Run, 'status'>): (action: RunAction) => boolean {
  const { change } = useRights()
  return (action) => change && mayDo(run, action)
}
