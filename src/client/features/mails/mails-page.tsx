import { Box, Card, Flex, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { getMailServer, previewKeptMails } from '#contract/v1/mails.ts'
import { ask } from '#client/api/query-client.ts'
import { SearchBox } from '#client/shells/list-filters.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { Pages } from '#client/shells/pages.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useServerInProfile } from '#client/shells/use-server-in-profile.ts'
import { Pill } from '#client/ui/office/pill.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { KeptMails } from './kept-mails.tsx'
import { MailList } from './mail-list.tsx'
import { MailServer } from './mail-server.tsx'
import { LIVE_MS, MAIL_CHOICES, useMails, type MailChoice, type MailFilter } from './mails-data.ts'
import { MAIL_STATE_WORDS } from './mail-states.ts'

/** A page of the settings: mails that were sent, wait, failed, or are stored because there is no mail server. */
export function MailsPage() {
  const { filter, change } = useMailFilter()
  const mails = useMails(filter)
  const { data } = mails
  const server = useQuery({ ...ask(getMailServer, {}), staleTime: 0 })
  const seesKept = useMayCall(previewKeptMails)
  const kept = useQuery({ ...ask(previewKeptMails, {}, { everyMs: LIVE_MS }), staleTime: 0, enabled: seesKept })
  useServerInProfile(server.data && server.data.server !== null)
  // Everything is shown at once, so that nothing moves.
  if (server.isPending || kept.isLoading || (data === undefined && mails.error === null))
    return <Loading label={t('Loading')} />
  const isFiltered = filter.status !== null || filter.keyword !== ''
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / data.perPage))
  return (
    <Flex direction={{ base: 'column', lg: 'row-reverse' }} align={{ lg: 'start' }} gap={{ base: 0, lg: 'md' }}>
      <Box w={{ lg: '21rem' }} flex="none">
        {server.data === undefined ? null : <MailServer known={server.data} />}
        {kept.data === undefined || (kept.data.sendable === 0 && kept.data.leftOut.length === 0) ? null : (
          <KeptMails kept={kept.data} hasServer={server.data?.server != null} />
        )}
      </Box>
      <Box flex={1} miw={0}>
        <StaleNotice error={mails.error} onRetry={mails.refetch} />
        <Filters filter={filter} onChange={change} />
        {data === undefined ? null : (
          <Text c="dimmed" role="status" mb="sm">
            {plural(data.total, '{{count}} email', '{{count}} emails')}
          </Text>
        )}
        {data === undefined ? null : data.items.length === 0 ? (
          <Card>
            <strong>{t(isFiltered ? 'No matches' : 'No emails')}</strong>
            <Text c="dimmed">
              {t(
                isFiltered
                  ? 'Try fewer letters or filters.'
                  : 'Every email Bagrun writes is listed here, such as a password link.',
              )}
            </Text>
          </Card>
        ) : (
          <MailList mails={data.items} busy={mails.isPlaceholderData} />
        )}
        <Pages page={filter.page} pages={pages} onPage={(page) => change({ page })} />
      </Box>
    </Flex>
  )
}

/** The list's state, kept in the address so that links can be shared and Back works. */
function useMailFilter() {
  const [params, setParams] = useSearchParams()
  const status = params.get('status')
  const filter: MailFilter = {
    page: Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1),
    status: MAIL_CHOICES.find((choice) => choice === status) ?? null,
    keyword: params.get('keyword') ?? '',
  }
  function change(to: Partial<MailFilter>): void {
    // A changed filter returns to the first page.
    const next = { ...filter, page: 1, ...to }
    const kept = {
      ...(next.page > 1 ? { page: String(next.page) } : {}),
      ...(next.status === null ? {} : { status: next.status }),
      ...(next.keyword === '' ? {} : { keyword: next.keyword }),
    }
    setParams(kept)
  }
  return { filter, change }
}

function Filters({ filter, onChange }: { filter: MailFilter; onChange: (to: Partial<MailFilter>) => void }) {
  const states: (MailChoice | null)[] = [null, ...MAIL_CHOICES]
  return (
    <Group mb="sm">
      <SearchBox
        keyword={filter.keyword}
        onSearch={(keyword) => onChange({ keyword })}
        placeholder={t('Recipient or subject')}
      />
      <Group role="group" aria-label={t('Show')}>
        {states.map((state) => (
          <Pill key={state ?? 'all'} isOn={filter.status === state} onClick={() => onChange({ status: state })}>
            {t(MAIL_STATE_WORDS[state ?? 'all'])}
          </Pill>
        ))}
      </Group>
    </Group>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={label}>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={76} radius="lg" />
      ))}
    </Stack>
  )
}
