import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listAutopay } from '#contract/v1/autopay.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'

/** The setting is on the same page, so that nothing typed is lost. */
const toCardPayments = () => document.getElementById('checkout.enabled')?.focus()

/** Says before the switch is saved who would be charged, how much and when, or why nobody is. */
export function AutopayPreview({ drafts }: { drafts: SettingDrafts }) {
  const hasMailServer = useHasMailServer()
  const isOn = drafts.valueOf('autopay.enabled') === true && drafts.changed.includes('autopay.enabled')
  const { data, error, refetch } = useQuery({
    ...ask(listAutopay, { perPage: 1 }, { inPlace: true }),
    enabled: isOn,
    staleTime: 0,
    throwOnError: false,
  })
  if (!isOn) return null
  if (!hasMailServer) return <NoMailServer when="before" />
  if (data === undefined) return <StaleNotice inline error={error} onRetry={refetch} />
  const { cardPayments, firstDay, planned } = data
  return (
    <Note tone="warn">
      <span>
        {planned.customers === 0
          ? t('No customer would be charged yet: they save a card or bank account themselves.')
          : plural(
              planned.customers,
              'From {{day}} {{time}}: {{count}} customer would be charged {{amount}}, after an email.',
              'From {{day}} {{time}}: {{count, number}} customers would be charged {{amount}}, each after an email.',
              {
                day: formatDay(firstDay),
                time: String(drafts.valueOf('autopay.time')),
                amount: showDollars(planned.amount),
              },
            )}{' '}
        {planned.customers === 0 ? null : <Link to={officePaths.autopayCustomers()}>{t('See who and when')}</Link>}
      </span>
      {cardPayments ? null : (
        <span>
          {t('Card payments are off, so nothing is charged.')}{' '}
          <Anchor component="button" type="button" onClick={toCardPayments}>
            {t('Switch them on')}
          </Anchor>
        </span>
      )}
    </Note>
  )
}
