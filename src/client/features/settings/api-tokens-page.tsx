import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { type ApiToken, endApiToken, listApiTokens } from '#contract/v1/api-tokens.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { CreateButton, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { scopesInWords } from './scope-words.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsPaths } from './settings-paths.ts'

/** /settings/api-tokens: the programs that may read and change the firm's data. */
export function ApiTokensPage() {
  const { timeZone } = useOffice().profile.config
  const create = { label: t('New API token'), to: settingsPaths.newApiToken() }
  const [ending, setEnding] = useState<ApiToken | null>(null)
  const columns = useMemo(() => tokenColumns(timeZone, setEnding), [timeZone])
  const close = () => setEnding(null)
  return (
    <SettingsFrame part="api-tokens" title={t('API tokens')} actions={<CreateButton {...create} />}>
      <ListScreen
        inside
        name="api-tokens"
        title={t('API tokens')}
        endpoint={listApiTokens}
        columns={columns}
        keyOf={({ tokenID }) => tokenID}
        nameOf={({ name }) => name}
        dimmed={(token) => stateOf(token) !== 'active'}
        counted={(count) => plural(count, '{{count}} API token', '{{count, number}} API tokens')}
        search={t('Name')}
        create={create}
        empty={{
          title: t('No API tokens yet'),
          how: t('With one, another program can read or change what you choose.'),
        }}
      />
      <ConfirmCommand
        opened={ending !== null}
        question={t('End {{name}}?', { name: ending?.name ?? '' })}
        confirm={t('End')}
        danger
        endpoint={endApiToken}
        input={{ tokenID: ending?.tokenID ?? '' }}
        done={t('API token ended')}
        onClose={close}
      >
        <p>{t('The program that uses it stops working straight away. It can’t be switched on again.')}</p>
      </ConfirmCommand>
    </SettingsFrame>
  )
}

function stateOf({ endedAt, expiresAt }: ApiToken): 'active' | 'expired' | 'ended' {
  if (endedAt !== null) return 'ended'
  return expiresAt !== null && new Date(expiresAt) <= new Date() ? 'expired' : 'active'
}

const stateInWords = (token: ApiToken) =>
  ({ active: t('Active'), expired: t('Expired'), ended: t('Ended') })[stateOf(token)]

/** The last day it works: it expires at the midnight after it. */
function lastDayOf({ expiresAt }: ApiToken, timeZone: string): string {
  return expiresAt === null ? t('Never') : formatDay(dayOf(new Date(new Date(expiresAt).getTime() - 1), timeZone))
}

const tokenColumns = (timeZone: string, end: (token: ApiToken) => void): readonly Column<ApiToken>[] => [
  plainColumn('name', t('Name'), { main: true, sort: true }),
  {
    id: 'scopes',
    title: t('It may'),
    cell: ({ scopes }) => scopesInWords(scopes),
    csv: ({ scopes }) => scopesInWords(scopes),
  },
  {
    id: 'lastUsedAt',
    title: t('Last used'),
    sort: 'lastUsedAt',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Not used yet') : formatDayAndTime(lastUsedAt)),
    csv: ({ lastUsedAt }) => lastUsedAt && timeInFile(lastUsedAt),
  },
  {
    id: 'expiresAt',
    title: t('Last day'),
    sort: 'expiresAt',
    cell: (token) => lastDayOf(token, timeZone),
    csv: (token) => lastDayOf(token, timeZone),
  },
  {
    id: 'state',
    title: t('State'),
    cell: (token) => (
      <StateBadge tone={stateOf(token) === 'active' ? 'good' : 'rest'}>{stateInWords(token)}</StateBadge>
    ),
    csv: stateInWords,
  },
  {
    id: 'addresses',
    title: t('From'),
    cell: ({ addresses }) => addresses.join(', ') || t('Anywhere'),
    csv: ({ addresses }) => addresses.join(', '),
  },
  plainColumn('createdBy', t('Made by')),
  createdAtColumn(t('Added'), timeZone),
  {
    id: 'acts',
    title: t('Actions'),
    cell: (token) =>
      stateOf(token) === 'active' ? (
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('End {{name}}', { name: token.name })}
          onClick={() => end(token)}
        >
          {t('End')}
        </Button>
      ) : null,
  },
]
