import { useState } from 'react'
import { Alert, Text } from '@mantine/core'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { MailList, MailPages } from './mail-list.tsx'
import { useMailsOf, useUndeliverable } from './mails-data.ts'

export function CustomerMails({ customerID }: { customerID: string }) {
  const { t } = useTranslation('mails')
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useMailsOf(customerID, page)
  return (
    <section aria-label={t('title')}>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? null : (
        <>
          <Text c="dimmed" role="status" mb="sm">
            {data.total === 0 ? t('noneYet') : t('total', { count: data.total })}
          </Text>
          <MailList mails={data.items} busy={isPlaceholderData} />
          <MailPages page={page} pages={Math.ceil(data.total / data.perPage)} onPage={setPage} />
        </>
      )}
    </section>
  )
}

export function CustomerMailTrouble({ customerID }: { customerID: string }) {
  const { t } = useTranslation('mails')
  const refused = useUndeliverable(customerID).data?.items[0]
  return refused === undefined ? null : <Alert color="red" title={t('comesBack', { to: refused.to })} />
}
