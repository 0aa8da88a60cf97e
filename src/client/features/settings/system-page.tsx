import { Anchor, Card, Flex, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getSystem } from '#contract/v1/system.ts'
import type { SystemFault } from '#domain/system.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { LinedList } from '#client/ui/office/lined-list.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { FAULT_ADVICE, figuresOf, ITEM_TITLES, STATE_TEXTS, type SystemItem } from './system-text.ts'

/** The server keeps what it read for as long. */
const LOOK_AGAIN_MS = 30_000
const TONES = { good: 'good', wrong: 'bad', none: 'rest' } as const

const WAY_NAMES = sentences({ mails: 'Emails', devices: 'Phones', exceptions: 'Exceptions' })

/** The page where something can be done about a fault. */
const WAYS: Partial<Record<SystemFault, keyof typeof WAY_NAMES>> = {
  'mails-late': 'mails',
  'mails-refused': 'mails',
  'exceptions-late': 'exceptions',
  'phones-unsent': 'devices',
  'phones-silent': 'devices',
  'records-missing': 'devices',
}

/** /settings/system: how the installation is, and what to do where it is not well. */
export function SystemPage() {
  const { timeZone } = useOffice().profile.config
  const { data, error, refetch } = useQuery({
    ...ask(getSystem, {}),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <SettingsFrame part="system" title={t('System')}>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null && <Skeleton height={320} radius="lg" role="status" aria-label={t('Loading')} />
      ) : (
        <>
          <Card maw="48rem">
            <LinedList>
              {data.items.map((item) => (
                <Item key={item.item} item={item} now={new Date(data.checkedAt)} timeZone={timeZone} />
              ))}
            </LinedList>
          </Card>
          <Text c="dimmed" fz="sm">
            {t('Bagrun {{version}}, build {{commit}}. Checked {{time}}.', {
              version: data.version,
              commit: data.commit,
              time: formatDayAndTime(data.checkedAt),
            })}
          </Text>
        </>
      )}
    </SettingsFrame>
  )
}

function Item({ item, now, timeZone }: { item: SystemItem; now: Date; timeZone: string }) {
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h5">
          {t(ITEM_TITLES[item.item])}
        </Title>
        <StateBadge tone={TONES[item.state]}>{t(STATE_TEXTS[item.state])}</StateBadge>
      </Group>
      {figuresOf(item, now, timeZone).map((figure) => (
        <Text key={figure}>{figure}</Text>
      ))}
      {item.item === 'phones' ? <Builds builds={item.builds} /> : null}
      {item.faults.map((fault) => (
        <Advice key={fault} fault={fault} />
      ))}
    </Stack>
  )
}

function Advice({ fault }: { fault: SystemFault }) {
  const way = WAYS[fault]
  return (
    <Flex wrap="wrap" align="baseline" gap="0 12px" fw={600}>
      <span>{t(FAULT_ADVICE[fault])}</span>
      {way === undefined ? null : (
        <Anchor component={Link} to={officePaths[way]()} fw={600} py={4}>
          {t(WAY_NAMES[way])}
        </Anchor>
      )}
    </Flex>
  )
}

function Builds({ builds }: { builds: Extract<SystemItem, { item: 'phones' }>['builds'] }) {
  if (builds.length === 0) return <Text c="dimmed">{t('No phone has connected in the last 30 days.')}</Text>
  return (
    <ul aria-label={t('Phones by build')}>
      {builds.map(({ build, phones }) => (
        <Text key={build} component="li" c="dimmed" fz="sm">
          {build === null
            ? plural(phones, '{{count}} phone on another build', '{{count, number}} phones on other builds')
            : plural(phones, '{{count}} phone on build {{build}}', '{{count, number}} phones on build {{build}}', {
                build,
              })}
        </Text>
      ))}
    </ul>
  )
}
