import { createContext, useContext, type ReactNode } from 'react'
import { mayCall, officeUserOf, type OfficeUser } from '#contract/office-access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type OfficeRole, permits } from '#domain/office-roles.ts'
import { useOffice } from './office.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

/** The roles as people say them. */
export const OFFICE_ROLE_WORDS = sentences({
  OWNER: 'Owner',
  OFFICE: 'Office',
  ACCOUNTS: 'Accounts',
  DISPATCHER: 'Dispatcher',
  READ_ONLY: 'Read only',
}) satisfies Record<OfficeRole, string>

type Called = Pick<Endpoint, 'area' | 'method' | 'depot'>

const useUser = (): OfficeUser => officeUserOf(useOffice().profile)
const useRole = (): OfficeRole => useUser().officeRole

/** The one depot that the user sees; null: every depot. */
export const useOwnDepot = (): string | null => useUser().depotID

/** Whether the user's role, and depot, include an operation. The server refuses the others. */
export function useMayCall(endpoint: Called): boolean {
  return mayCall(useUser(), endpoint)
}

/** Shown only to a user whose role includes the operation. */
export function May({ call, children }: { call: Called; children: ReactNode }) {
  return useMayCall(call) ? children : null
}

/** Around the pages of a feature: what their acts change, and whether that is the whole firm's. */
export const PageActs = createContext<Pick<Endpoint, 'area' | 'depot'>>({ area: 'shared', depot: 'any' })

/** Whether the user may change what the page is about; else the page only shows it, without its acts. */
export function useMayChange(): boolean {
  return useMayCall({ ...useContext(PageActs), method: 'PUT' })
}

/** Whether the user sets prices and gives credit, on a page that is about something else. */
export function useMayChangeMoney(): boolean {
  return permits(useRole(), 'money', 'change')
}

/** Whether the user sees what drivers earn and customers are billed, on a page that is about something else. */
export function useMayReadMoney(): boolean {
  return permits(useRole(), 'money', 'read')
}

/** Why the user may not do or see something. */
export function useNotYours(): string {
  return t(
    useOwnDepot() === null
      ? 'Your role doesn’t include this. Ask an owner if you need it.'
      : 'Your role or your depot doesn’t include this. Ask an owner if you need it.',
  )
}

/** Said in a form or question that the user may not send, before anything is typed. */
export const NotYours = () => <Note tone="warn">{useNotYours()}</Note>
