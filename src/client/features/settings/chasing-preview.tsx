import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { previewChasing } from '#contract/v1/chasing.ts'
import { CHASE_SETTING_KEYS, type ChaseSettingKey } from '#domain/chasing.ts'
import { showDollars } from '#domain/money.ts'
import type { SettingKey } from '#domain/settings.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'

const SWITCH = { reminders: 'remind.auto', holds: 'hold.auto' } as const

const isSwitchedOn = (drafts: SettingDrafts, key: SettingKey): boolean =>
  drafts.valueOf(key) === true && drafts.changed.includes(key)

/** What is typed beside the switch decides whom it concerns. */
const unsavedOf = (drafts: SettingDrafts): Partial<Record<ChaseSettingKey, string>> =>
  Object.fromEntries(
    CHASE_SETTING_KEYS.flatMap((key) => (drafts.changed.includes(key) ? [[key, String(drafts.valueOf(key))]] : [])),
  )

/** Shows before the switch is saved what the server will do, to how many, and for how much. */
export function ChasingPreview({ group, drafts }: { group: keyof typeof SWITCH; drafts: SettingDrafts }) {
  const hasMailServer = useHasMailServer()
  const isFinal = group === 'reminders' && isSwitchedOn(drafts, 'remind.final')
  const isOn = drafts.valueOf(SWITCH[group]) === true && (isSwitchedOn(drafts, SWITCH[group]) || isFinal)
  const { data, error, refetch } = useQuery({
    ...ask(previewChasing, { perPage: 1, ...unsavedOf(drafts) }, { inPlace: true }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  })
  const isReminding = drafts.valueOf('remind.auto') === true
  const others = isReminding
    ? t('Others follow once a reminder has named the day.')
    : t('Without “Send payment reminders” only customers to whom you send a second one from now on are paused.')
  // Nothing else tells the office why nobody is paused.
  const isUnwarned = group === 'holds' && drafts.valueOf('hold.auto') === true && !isReminding
  if (!isOn) return isUnwarned ? <Note tone="warn">{others}</Note> : null
  if (group === 'reminders' && !hasMailServer) return <NoMailServer when="before" />
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { at, reminded, finals, leftOut, holds, toldAgain } = data
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
            isFinal && finals !== undefined
              ? plural(
                  finals.customers,
                  '{{count}} of these is a final one, of {{amount}}.',
                  '{{count, number}} of these are final ones, of {{amount}}.',
                  { amount: showDollars(finals.owing) },
                )
              : '',
            plural(leftOut.invoices, '{{count}} invoice is left out.', '{{count, number}} invoices are left out.'),
          ]
            .filter(Boolean)
            .join(' ')
        : [
            plural(
              holds.customers,
              'From {{when}}: {{count}} customer is paused, for {{amount}}.',
              'From {{when}}: {{count, number}} customers are paused, for {{amount}}.',
              { ...first, amount: showDollars(holds.owing) },
            ),
            isReminding && toldAgain !== undefined && toldAgain.customers > 0
              ? plural(
                  toldAgain.customers,
                  '{{count}} gets the last reminder once more, with the day, for {{amount}}.',
                  '{{count, number}} get the last reminder once more, with the day, for {{amount}}.',
                  { amount: showDollars(toldAgain.owing) },
                )
              : '',
            others,
          ]
            .filter(Boolean)
            .join(' ')}{' '}
      <Link to={officePaths.chasing()}>{t('See who and why')}</Link>
    </Note>
  )
}
