import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { listMails } from '#contract/v1/mails.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'

export type Mail = OutputOf<typeof listMails>['items'][number]
export type MailState = Mail['state']
export const MAIL_STATES = ['kept', 'queued', 'sent', 'failed'] as const satisfies readonly MailState[]

export interface MailFilter {
  page: number
  status: MailState | null
  keyword: string
}

/** One page of mails, newest first; the previous page stays while the next one is loading. */
export function useMails({ page, status, keyword }: MailFilter) {
  const filter = {
    page,
    sort: '-createdAt',
    ...(status === null ? {} : { status }),
    ...(keyword.length >= KEYWORD_MIN ? { keyword } : {}),
  }
  return useQuery({ ...ask(listMails, filter), placeholderData: keepPreviousData })
}
