import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { previewChasing } from '#contract/v1/chasing.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'

const SWITCH = { reminders: 'remind.auto', holds: 'hold.auto' } as const

/** Before the switch is saved: what the server will do, to how many, and for how much. */
export function ChasingPreview({ group, drafts }: { group: keyof typeof SWITCH; drafts: SettingDrafts }) {
  const hasMailServer = useHasMailServer()
  const isOn = drafts.valueOf(SWITCH[group]) === true && drafts.changed.includes(SWITCH[group])
  const { data, error, refetch } = useQuery({
    ...ask(previewChasing, { perPage: 1 }, { inPlace: true }),
    enabled: isOn,
    staleTime: 0,
    throwOnError: false,
  })
  if (!isOn) return null
  if (group === 'reminders' && !hasMailServer) return <NoMailServer when="before" />
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { at, reminded, leftOut, holds } = data
  const first = { when: formatDayAndTime(at) }
  return (
    <Note tone="warn">
      {group === 'reminders'
        ? [
            plural(
              reminded.customers,
              'From {{when}}: {{count}} customer gets a reminder, of {{amount}}.',
              'From {{when}}: {{count, number}} customers get a reminder, of {{amount}}.',
              { ...first, amount: showDollars(reminded.owing) },
            ),
            plural(leftOut.invoices, '{{count}} invoice is left out.', '{{count, number}} invoices are left out.'),
          ].join(' ')
        : plural(
            holds.customers,
            'From {{when}}: {{count}} customer is paused, for {{amount}}. Others follow once a reminder has named the day.',
            'From {{when}}: {{count, number}} customers are paused, for {{amount}}. Others follow once a reminder has named the day.',
            { ...first, amount: showDollars(holds.owing) },
          )}{' '}
      <Link to={officePaths.chasing()}>{t('See who and why')}</Link>
    </Note>
  )
}
