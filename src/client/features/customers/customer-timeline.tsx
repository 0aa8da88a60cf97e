import { useState } from 'react'
import { Anchor, Button, Card, Flex, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getTimeline, noteCall, type TimelineItem } from '#contract/v1/customer-timeline.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { shortDay } from '#domain/day-words.ts'
import { dayOf } from '#domain/dates.ts'
import { CallDialog } from '#client/shells/call-dialog.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { May } from '#client/shells/role.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { ask } from '#client/api/query-client.ts'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { t } from '#client/ui/core/texts.ts'
import { timelineDetails, timelinePlace, timelineTitle } from './timeline-text.ts'

/** Items shown at first; the rest of the page is one press away. */
const AT_FIRST = 8

/** What happened with a customer, newest first. */
export function CustomerTimeline({ customer }: { customer: Customer }) {
  const [noting, setNoting] = useState(false)
  return (
    <Card
      component="section"
      flex={{ lg: 1 }}
      miw={0}
      style={{ alignSelf: 'start' }}
      w="100%"
      aria-label={t('What happened')}
    >
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('What happened')}
        </Title>
        <May call={noteCall}>
          <Button variant="default" onClick={() => setNoting(true)}>
            {t('Note call')}
          </Button>
        </May>
      </Group>
      <Part customerID={customer.customerID} after={null} />
      {noting ? <CallDialog customer={customer} onClose={() => setNoting(false)} /> : null}
    </Card>
  )
}

interface PartProps {
  customerID: string
  /** The last item above this part; null: this is the first part. */
  after: { before: string; beforeID: string } | null
}

function Part({ customerID, after }: PartProps) {
  const { data, error, refetch } = useQuery(timelineOf(customerID, after))
  const [shown, setShown] = useState(after === null ? AT_FIRST : Infinity)
  const [goesOn, setGoesOn] = useState(false)
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={320} radius="md" aria-label={t('Loading')} />
    ) : (
      <StaleNotice error={error} onRetry={refetch} />
    )
  }
  if (data.items.length === 0) return <Text c="dimmed">{t('Nothing yet.')}</Text>
  const hasMore = data.items.length > shown
  return (
    <>
      <LinedList as="ol">
        {data.items.slice(0, shown).map((item) => (
          <Happened key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </LinedList>
      {hasMore || (data.next !== null && !goesOn) ? (
        <Button
          variant="default"

          onClick={() => (hasMore ? setShown(Infinity) : setGoesOn(true))}
        >
          {t('Show earlier')}
        </Button>
      ) : null}
      {goesOn && data.next !== null ? <Part customerID={customerID} after={data.next} /> : null}
    </>
  )
}

const timelineOf = (customerID: string, after: PartProps['after']) => ({
  ...ask(getTimeline, { customerID, ...after }),
  staleTime: 0,
  // The part says why it failed; the rest of the page stays.
  throwOnError: false,
})

function Happened({ item }: { item: TimelineItem }) {
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const place = timelinePlace(item)
  const title = timelineTitle(item)
  const isBad =
    (item.kind === 'mail' && item.state === 'failed') ||
    (item.kind === 'payment' && (item.isReversal || item.isDispute))
  return (
    <Flex component="li" direction={{ base: 'column', sm: 'row' }} gap="2px 12px" data-kind={item.kind}>
      <Text component="time" w={{ sm: '8.5rem' }} flex="none" c="dimmed" fz="sm" dateTime={item.at}>
        {shortDay(dayOf(new Date(item.at), timeZone), today)} <span>{formatTime(item.at)}</span>
      </Text>
      <div>
        <Text component="strong" {...(isBad && { c: 'var(--br-bad-go)' })}>
          {place === null ? (
            title
          ) : (
            <Anchor component={Link} c="inherit" underline="always" to={place}>
              {title}
            </Anchor>
          )}
        </Text>
        {timelineDetails(item, timeZone).map((line) => (
          <Text key={line} c="dimmed" fz="sm">
            {line}
          </Text>
        ))}
      </div>
    </Flex>
  )
}

/** "Call: no answer, Wed 25/11": the last call, email or message of a case. */
export function LastContact({ customerID }: { customerID: string }) {
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const { data, error } = useQuery(timelineOf(customerID, null))
  // The line keeps its height while it is asked.
  if (data === undefined) return error === null ? <span>&nbsp;</span> : <span>–</span>
  const contact = data.lastContact
  if (contact === null) return <span>{t('None yet')}</span>
  const what = contact.kind === 'mail' ? t('Email') : timelineTitle(contact)
  const at = (contact.kind === 'mail' ? contact.sentAt : null) ?? contact.at
  return (
    <span>
      {what}, {shortDay(dayOf(new Date(at), timeZone), today)}
    </span>
  )
}
