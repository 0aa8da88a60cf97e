import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { listMails } from '#contract/v1/mails.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'

export type Mail = OutputOf<typeof listMails>['items'][number]
export type MailState = Mail['state']
export const MAIL_STATES = ['kept', 'queued', 'sent', 'failed'] as const satisfies readonly MailState[]

/** Limits the list to a state, or to what can't be delivered. */
export type MailChoice = MailState | 'undeliverable'
export const MAIL_CHOICES = [...MAIL_STATES, 'undeliverable'] as const satisfies readonly MailChoice[]

/** Emails are sent, and written, while the page is open. */
export const LIVE_MS = 30_000

export interface MailFilter {
  page: number
  status: MailChoice | null
  keyword: string
}

export function useMailsOf(customerID: string, page: number) {
  return useQuery({ ...ask(listMails, { customerID, page, sort: '-createdAt' }), placeholderData: keepPreviousData })
}

export function useUndeliverable(customerID: string) {
  return useQuery(ask(listMails, { customerID, undeliverable: 'true', perPage: 1 }))
}

/** One page of mails, newest first; the previous page stays while the next one is loading. */
export function useMails({ page, status, keyword }: MailFilter) {
  const filter = {
    page,
    sort: '-createdAt',
    ...(status === null ? {} : status === 'undeliverable' ? { undeliverable: 'true' as const } : { status }),
    ...(keyword.length >= KEYWORD_MIN ? { keyword } : {}),
  }
  return useQuery({ ...ask(listMails, filter, { everyMs: LIVE_MS }), placeholderData: keepPreviousData })
}
