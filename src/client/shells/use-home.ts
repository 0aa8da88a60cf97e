import { useQuery } from '@tanstack/react-query'
import { getHome } from '#contract/v1/home.ts'
import type { HomeTaskKind } from '#domain/home-tasks.ts'
import { ask } from '#client/api/query-client.ts'

const MENU_EVERY_MS = 60_000

/** What waits for the office, for Home and the menu. Its answer has no customer's data, so it is persisted. */
export function useHome(everyMs = MENU_EVERY_MS) {
  return useQuery(ask(getHome, {}, { persist: true, everyMs, inPlace: true }))
}

/** How many records of the kind wait; 0 while the number is not known, because the page itself shows a failure. */
export function useTaskCount(kind: HomeTaskKind): number {
  return useHome().data?.tasks.find((task) => task.kind === kind)?.count ?? 0
}
