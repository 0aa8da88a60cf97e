import { useMemo, useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { endWebhook, listWebhooks, testWebhook, type Webhook } from '#contract/v1/webhooks.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { CreateButton, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsPaths } from './settings-paths.ts'
import { webhookKindsInWords } from './webhook-words.ts'

/** Refetch interval while the page is visible, ms: a test is answered within seconds. */
const LIVE_MS = 5_000

/** /settings/webhooks: the programs that are told what happened. */
export function WebhooksPage() {
  const { timeZone } = useOffice().profile.config
  const create = { label: t('New webhook'), to: settingsPaths.newWebhook() }
  const command = useCommand()
  const [ending, setEnding] = useState<Webhook | null>(null)
  const columns = useMemo(
    () =>
      columnsOf(timeZone, {
        end: setEnding,
        test: ({ webhookID }) => void command(testWebhook, { webhookID }, { done: t('Sending the test') }),
      }),
    [timeZone, command],
  )
  const close = () => setEnding(null)
  return (
    <SettingsFrame part="webhooks" title={t('Webhooks')} actions={<CreateButton {...create} />}>
      <ListScreen
        inside
        name="webhooks"
        title={t('Webhooks')}
        endpoint={listWebhooks}
        columns={columns}
        keyOf={({ webhookID }) => webhookID}
        nameOf={({ url }) => url}
        dimmed={({ endedAt }) => endedAt !== null}
        counted={(count) => plural(count, '{{count}} webhook', '{{count, number}} webhooks')}
        search={t('Address')}
        create={create}
        everyMs={LIVE_MS}
        empty={{
          title: t('No webhooks yet'),
          how: t('With one, another program is told as soon as something happens.'),
        }}
      />
      <ConfirmCommand
        opened={ending !== null}
        question={t('End {{name}}?', { name: ending?.url ?? '' })}
        confirm={t('End')}
        danger
        endpoint={endWebhook}
        input={{ webhookID: ending?.webhookID ?? '' }}
        done={t('Webhook ended')}
        onClose={close}
      >
        <p>{t('Nothing more is sent to it. It can’t be switched on again.')}</p>
      </ConfirmCommand>
    </SettingsFrame>
  )
}

function stateInWords({ endedAt, here, lastError }: Webhook): string {
  if (endedAt !== null) return t('Ended')
  if (!here) return t('Made at another address: make it again')
  return lastError === null ? t('Active') : t('Not reached: {{why}}', { why: lastError })
}

const isGood = ({ endedAt, here, lastError }: Webhook) => endedAt === null && here && lastError === null

/** It still tells what happens here to an address that perhaps only they know. */
const hasStranger = ({ endedAt, makerLeft = false }: Webhook) => endedAt === null && makerLeft
const madeBy = (webhook: Webhook) =>
  hasStranger(webhook) ? t('{{name}}, no longer in the office', { name: webhook.createdBy }) : webhook.createdBy

interface Acts {
  end: (webhook: Webhook) => void
  test: (webhook: Webhook) => void
}

const columnsOf = (timeZone: string, { end, test }: Acts): readonly Column<Webhook>[] => [
  {
    id: 'url',
    title: t('Address'),
    main: true,
    sort: 'url',
    cell: ({ webhookID, url }) => (
      <Link className={rowLink} to={settingsPaths.webhook(webhookID)}>
        {url}
      </Link>
    ),
    csv: ({ url }) => url,
  },
  {
    id: 'state',
    title: t('State'),
    cell: (webhook) => (
      <StateBadge tone={isGood(webhook) ? 'good' : webhook.endedAt === null ? 'warn' : 'rest'}>
        {stateInWords(webhook)}
      </StateBadge>
    ),
    csv: stateInWords,
  },
  {
    id: 'kinds',
    title: t('Told of'),
    cell: ({ kinds }) => webhookKindsInWords(kinds),
    csv: ({ kinds }) => webhookKindsInWords(kinds),
  },
  {
    id: 'sentAt',
    title: t('Last message'),
    cell: ({ sentAt }) => (sentAt === null ? t('None yet') : formatDayAndTime(sentAt)),
    csv: ({ sentAt }) => sentAt && timeInFile(sentAt),
  },
  plainColumn('waiting', t('Waiting')),
  {
    id: 'createdBy',
    title: t('Made by'),
    cell: (webhook) => <Text c={hasStranger(webhook) ? 'red' : undefined}>{madeBy(webhook)}</Text>,
    csv: madeBy,
  },
  createdAtColumn(t('Added'), timeZone),
  {
    id: 'acts',
    title: t('Actions'),
    cell: (webhook) =>
      webhook.endedAt === null ? (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-md"
            variant="default"
            aria-label={t('Test {{name}}', { name: webhook.url })}
            onClick={() => test(webhook)}
          >
            {t('Test')}
          </Button>
          <Button
            size="compact-md"
            variant="default"
            aria-label={t('End {{name}}', { name: webhook.url })}
            onClick={() => end(webhook)}
          >
            {t('End')}
          </Button>
        </Group>
      ) : null,
  },
]
