import { type ReactNode, useState } from 'react'
import { Box, Button, Card, Flex, Group, SimpleGrid, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customerSchedules, type ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { ask } from '#client/api/query-client.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useToday } from '#client/shells/today.ts'
import { useWeeksAround } from '#client/shells/use-weeks-around.ts'
import { showWeekOf } from '#domain/dates.ts'
import { weekText, periodInWords } from '#client/shells/weeks.ts'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { t } from '#client/ui/core/texts.ts'
import { AskPickupDialog, NoPickupDialog, TakeBackQuestion } from './collection-dialogs.tsx'
import { CollectionWeek } from './collection-week.tsx'

type Opened = { kind: 'no' | 'back'; week: ScheduledWeek } | { kind: 'ask' }

export function CustomerCollections({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const today = useToday()
  const weeks = useWeeksAround()
  const { customerID, fullName, status, collectionScheme } = customer
  const { data } = useQuery({ ...ask(customerSchedules, { customerID }), staleTime: 0 })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const coming = data?.filter((week) => !isPast(week, today))
  const past = data?.filter((week) => isPast(week, today)).toReversed()
  const onRequest = isOnRequest(collectionScheme)
  const rowOf = (week: ScheduledWeek) => (
    <CollectionWeek
      key={weekText(week)}
      week={week}
      weeks={weeks}
      name={fullName}
      fetchPhoto={fetchPhoto}
      act={<Act week={week} today={today} onOpen={setOpened} />}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Flex component="section" direction="column" gap="xs" miw={0} aria-label={t('Last collections')}>
          <Group justify="space-between" mih="var(--br-control)">
            <Title order={2} size="h4">
              {t('Last collections')}
            </Title>
          </Group>
          <Weeks
            rows={past}
            atFirst={PAST_AT_FIRST}
            rowOf={rowOf}
            none={t('No collections yet.')}
            more={t('Show the past 12 months')}
          />
        </Flex>
        <Flex component="section" direction="column" gap="xs" miw={0} aria-label={t('Next collections')}>
          <Group justify="space-between" mih="var(--br-control)">
            <Title order={2} size="h4">
              {t('Next collections')}
            </Title>
            {onRequest && status === 'ACTIVE' ? (
              <Button onClick={() => setOpened({ kind: 'ask' })}>{t('Request pickup')}</Button>
            ) : null}
          </Group>
          {onRequest ? <OpenRequests customer={customer} /> : null}
          <Weeks
            rows={coming}
            atFirst={nextTwo(coming ?? [])}
            rowOf={rowOf}
            none={t(onRequest ? 'Collected on request only.' : 'No collections planned.')}
            more={t('Show the next 12 months')}
          />
        </Flex>
      </SimpleGrid>
      {opened?.kind === 'no' ? <NoPickupDialog customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'back' ? <TakeBackQuestion customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'ask' ? <AskPickupDialog customer={customer} onClose={close} /> : null}
    </>
  )
}

const OVER: readonly ScheduledWeek['state'][] = ['done', 'bag-mt', 'missed', 'not-reached']

/** Whether the week is over, or for its stop: photos are shown, and "no pickup" is not offered. */
const isPast = ({ to, state }: ScheduledWeek, today: string) => to < today || OVER.includes(state)

const PAST_AT_FIRST = 3

/** At least two rows, and up to the second week that is collected: skipped weeks before it are shown with it. */
function nextTwo(coming: readonly ScheduledWeek[]): number {
  const collected = coming.flatMap(({ state }, at) => (state === 'upcoming' ? [at] : []))
  return Math.max(2, (collected[1] ?? 1) + 1)
}

interface ActProps {
  week: ScheduledWeek
  today: string
  onOpen: (opened: Opened) => void
}

function Act({ week, today, onOpen }: ActProps) {
  if (isPast(week, today)) return null
  if (week.noPickupID !== undefined) {
    return (
      <Button variant="default" onClick={() => onOpen({ kind: 'back', week })}>
        {t('Withdraw')}
      </Button>
    )
  }
  return week.state !== 'upcoming' ? null : (
    <Button variant="default" onClick={() => onOpen({ kind: 'no', week })}>
      {t('No pickup')}
    </Button>
  )
}

interface WeeksProps {
  rows: readonly ScheduledWeek[] | undefined
  /** Shown at first; the rest is folded. */
  atFirst: number
  rowOf: (week: ScheduledWeek) => ReactNode
  none: string
  more: string
}

function Weeks({ rows, atFirst, rowOf, none, more }: WeeksProps) {
  const [all, setAll] = useState(false)
  if (rows === undefined) return <Skeleton height={200} radius="md" aria-label={t('Loading')} />
  if (rows.length === 0) return <p>{none}</p>
  return (
    <>
      <Card pt={6}>
        <LinedList>{rows.slice(0, all ? undefined : atFirst).map(rowOf)}</LinedList>
      </Card>
      {all || rows.length <= atFirst ? null : (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}

const inWords = ({ from, ...week }: PickupRequest) => (from === null ? periodInWords(week) : showWeekOf(from))

/** The customer's pickup requests that are not in a run yet. */
function OpenRequests({ customer: { customerID } }: { customer: Customer }) {
  const { data } = useQuery({
    ...ask(listPickupRequests, { customerID, open: 'true', sort: 'week', perPage: PAGE_MAX }),
    staleTime: 0,
  })
  const [deleting, setDeleting] = useState<PickupRequest | null>(null)
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <Flex component="ul" direction="column" gap="xs">
        {data.items.map((request) => (
          <Card
            key={request.pickupRequestID}
            component="li"
            p="xs"
            style={{ flexFlow: 'row wrap', alignItems: 'center' }}
          >
            <StateBadge tone="warn">{t('Requested')}</StateBadge>
            <Box component="span" flex="1 1 12rem">
              {inWords(request)}
              {request.notes === null ? '' : `: ${request.notes}`}
            </Box>
            <Button
              variant="default"
              aria-label={t('Withdraw the request for {{week}}', { week: inWords(request) })}
              onClick={() => setDeleting(request)}
            >
              {t('Withdraw')}
            </Button>
          </Card>
        ))}
      </Flex>
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('Withdraw the pickup request for {{week}}?', { week: inWords(deleting) })}
          confirm={t('Withdraw')}
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('Pickup request withdrawn')}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
