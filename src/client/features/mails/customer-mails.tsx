import { useState } from 'react'
import { Alert, Text } from '@mantine/core'
import { Pages } from '#client/shells/pages.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { MailList } from './mail-list.tsx'
import { useMailsOf, useUndeliverable } from './mails-data.ts'

export function CustomerMails({ customerID }: { customerID: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useMailsOf(customerID, page)
  return (
    <section aria-label={t('Emails')}>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? null : (
        <>
          <Text c="dimmed" role="status" mb="sm">
            {data.total === 0 ? t('No emails yet') : plural(data.total, '{{count}} email', '{{count}} emails')}
          </Text>
          <MailList mails={data.items} busy={isPlaceholderData} />
          <Pages page={page} pages={Math.ceil(data.total / data.perPage)} onPage={setPage} />
        </>
      )}
    </section>
  )
}

export function CustomerMailTrouble({ customerID }: { customerID: string }) {
  const refused = useUndeliverable(customerID).data?.items[0]
  return refused === undefined ? null : (
    <Alert color="red" title={t('Emails to {{to}} can’t be delivered. Correct the address.', { to: refused.to })} />
  )
}
