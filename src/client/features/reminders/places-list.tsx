import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Card, Flex, NativeSelect, Pagination, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listReminderCustomers, type Reminder } from '#contract/v1/reminders.ts'
import { RECIPIENT_STATES, type RecipientState } from '#domain/reminders.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

const PLACE_WORDS = sentences({
  waiting: 'Waiting',
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Couldn’t be sent',
  kept: 'Not sent (no mail server)',
  left_out: 'Left out',
})

const SHOWN = 50
const TONES = { waiting: 'rest', queued: 'rest', sent: 'good', failed: 'bad', kept: 'warn', left_out: 'warn' } as const

interface PlacesListProps {
  reminder: Pick<Reminder, 'reminderID' | 'counts'>
  /** Content below the list, shown once the list has its height. */
  children: ReactNode
}

export function PlacesList({ reminder: { reminderID, counts }, children }: PlacesListProps) {
  const [state, setState] = useState<RecipientState | ''>('')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...ask(listReminderCustomers, { reminderID, page, perPage: SHOWN, ...(state !== '' && { state }) }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  // The page polls the counts while mails leave, and the list is refetched when they change.
  const became = JSON.stringify(counts)
  const known = useRef(became)
  useEffect(() => {
    if (known.current === became) return
    known.current = became
    void refetch()
  }, [became, refetch])
  const pages = Math.ceil((data?.total ?? 0) / SHOWN)
  return (
    <>
      <Card component="section" aria-label={t('Customers')}>
        <Title order={2}>{t('Customers')}</Title>
        <Tiles min="19rem" align="start">
          <NativeSelect
            label={t('Status')}
            data={[
              { value: '', label: t('All') },
              ...RECIPIENT_STATES.map((value) => ({ value, label: t(PLACE_WORDS[value]) })),
            ]}
            value={state}
            onChange={({ currentTarget }) => {
              setState(currentTarget.value as RecipientState | '')
              setPage(1)
            }}
          />
        </Tiles>
        <StaleNotice error={data === undefined ? error : null} onRetry={refetch} />
        {data === undefined ? (
          <Skeleton height={160} radius="lg" role="status" aria-label={t('Loading')} />
        ) : data.items.length === 0 ? (
          <Text c="dimmed">{t('No customers')}</Text>
        ) : (
          <LinedList>
            {data.items.map(({ customerID, refId, fullName, email, suburb, state: itsState, reason, mailError }) => (
              <Flex key={customerID} component="li" wrap="wrap" align="center" justify="space-between" gap="4px 16px">
                <span>
                  <Link to={officePaths.customer(customerID)}>{fullName}</Link>{' '}
                  <Text span c="dimmed">
                    {refId} · {suburb} · {email ?? t('No email')}
                  </Text>
                </span>
                <span>
                  <StateBadge tone={TONES[itsState]}>{t(PLACE_WORDS[itsState])}</StateBadge>{' '}
                  {[reason, mailError].filter(Boolean).join(' ')}
                </span>
              </Flex>
            ))}
          </LinedList>
        )}
        {pages > 1 ? <Pagination total={pages} value={page} onChange={setPage} aria-label={t('Customers')} /> : null}
      </Card>
      {data === undefined ? null : children}
    </>
  )
}
