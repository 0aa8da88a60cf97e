import { listSettings } from '#contract/v1/settings.ts'
import { useCustomersOfNone, useDepots, useOwnDepotName, useRunName } from '#client/shells/depots.tsx'
import { useMailServer } from '#client/shells/no-mail-server.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { useToday } from '#client/shells/today.ts'

/** How soon the office should act. */
export type Pressing = 'now' | 'soon' | 'later'

export interface TaskRow {
  readonly key: string
  readonly pressing: Pressing
  readonly title: string
  readonly why?: string | undefined
  readonly to: string
  readonly action: string
}

/** What the rows of tasks are worded with. @param isOfDepots whether a depot may be named */
export function useTaskWording(isOfDepots: boolean) {
  const { timeZone } = useOffice().profile.config
  return {
    timeZone,
    today: useToday(),
    /** Undefined: not known yet, so nothing is said of it. */
    hasMailServer: useMailServer(),
    depots: useDepots(isOfDepots),
    customersOfNone: useCustomersOfNone(isOfDepots),
    ownDepot: useOwnDepotName(),
    nameOfRun: useRunName(isOfDepots),
    seesCalendar: useMayCall(listSettings),
  }
}
export type TaskWording = ReturnType<typeof useTaskWording>
