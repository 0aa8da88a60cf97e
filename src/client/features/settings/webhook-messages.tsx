import { useMemo } from 'react'
import { listWebhookMessages } from '#contract/v1/webhooks.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import { ListScreen, type RowOf } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { WEBHOOK_WORDS } from './webhook-words.ts'

type Message = RowOf<typeof listWebhookMessages>

const LIVE_MS = 5_000
const STATE_WORDS = sentences({ queued: 'Waiting', sent: 'Sent', failed: 'Given up' })
const TONES = { queued: 'warn', sent: 'good', failed: 'bad' } as const

/** /settings/webhooks/:webhookID: what it was told in the last week. */
export function WebhookMessages({ webhookID }: { webhookID: string }) {
  const columns = useMemo(() => columnsOf(), [])
  return (
    <SettingsFrame part="webhooks" title={t('Webhook messages')}>
      <BackLink to={officePaths.webhooks()}>{t('All webhooks')}</BackLink>
      <ListScreen
        inside
        name="webhook-messages"
        title={t('Webhook messages')}
        endpoint={listWebhookMessages}
        fixed={{ webhookID }}
        columns={columns}
        keyOf={({ messageID }) => messageID}
        nameOf={({ messageID }) => messageID}
        counted={(count) => plural(count, '{{count}} message', '{{count, number}} messages')}
        everyMs={LIVE_MS}
        empty={{ title: t('No messages yet'), how: t('Press Test in the list of webhooks to send one.') }}
      />
    </SettingsFrame>
  )
}

const kindInWords = ({ kind }: Message) => t(WEBHOOK_WORDS[kind])

const columnsOf = (): readonly Column<Message>[] => [
  { id: 'kind', title: t('What'), main: true, cell: kindInWords, csv: kindInWords },
  {
    id: 'createdAt',
    title: t('When'),
    cell: ({ createdAt }) => formatDayAndTime(createdAt),
    csv: ({ createdAt }) => timeInFile(createdAt),
  },
  {
    id: 'state',
    title: t('State'),
    cell: ({ state }) => <StateBadge tone={TONES[state]}>{t(STATE_WORDS[state])}</StateBadge>,
    csv: ({ state }) => t(STATE_WORDS[state]),
  },
  {
    id: 'sentAt',
    title: t('Sent'),
    cell: ({ sentAt }) => sentAt && formatDayAndTime(sentAt),
    csv: ({ sentAt }) => sentAt && timeInFile(sentAt),
  },
  plainColumn('attempts', t('Attempts')),
  plainColumn('lastError', t('Error')),
  {
    id: 'nextAttemptAt',
    title: t('Next attempt'),
    cell: ({ nextAttemptAt }) => nextAttemptAt && formatDayAndTime(nextAttemptAt),
    csv: ({ nextAttemptAt }) => nextAttemptAt && timeInFile(nextAttemptAt),
  },
]
