import { useCallback, useEffect, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Driver, revealDriver } from '#contract/v1/drivers.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { licenceState } from '#domain/drivers.ts'
import { showABN } from '#domain/identifiers.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { useDepotName, useDepots } from '#client/shells/depots.tsx'
import { Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useMayChangeMoney } from '#client/shells/role.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DriverRound } from './driver-round.tsx'
import { PRIVATE_FIELDS } from './driver-values.ts'
import { EMPLOYMENT_TYPE_WORDS } from './employment-types.ts'
import { FIELD_NAMES } from './field-names.ts'
import styles from './driver-page.module.css'

/** "1–5", "1–3, 5": three or more consecutive weeks are shown as a range. */
export function weeksInWords(weeks: readonly number[]): string {
  const spans: number[][] = []
  for (const week of weeks.toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last?.at(-1) === week - 1) last.push(week)
    else spans.push([week])
  }
  return spans.length === 0
    ? t('None')
    : spans.map((span) => (span.length < 3 ? span.join(', ') : `${span[0]}–${span.at(-1)}`)).join(', ')
}

export function DriverFacts({ driver, today }: { driver: Driver; today: string }) {
  const hasDepots = useDepots().length > 0
  const depotOf = useDepotName()
  return (
    <div className={styles.cards}>
      <Facts
        title={t('Contact')}
        facts={[
          {
            label: t('Mobile phone'),
            value: <a href={`tel:${driver.mobilePhone}`}>{showPhone(driver.mobilePhone)}</a>,
          },
          { label: t('Email'), value: <MailLink email={driver.email} /> },
          { label: t('Address'), value: driver.address },
          {
            label: t('Last seen'),
            value: driver.lastSeenAt === null ? t('Not for two months, or never') : formatDayAndTime(driver.lastSeenAt),
          },
        ]}
      />
      <Facts
        title={t('Employment')}
        facts={[
          { label: t('Employment type'), value: t(EMPLOYMENT_TYPE_WORDS[driver.employmentType]) },
          { label: t('Working weeks'), value: weeksInWords(driver.weekNumbers) },
          ...(hasDepots ? [{ label: t(FIELD_NAMES.depotID), value: depotOf(driver) }] : []),
          { label: t('Employed from'), value: formatDay(driver.employmentStartDate) },
          {
            label: t('Employed to'),
            value: driver.employmentEndDate === null ? null : formatDay(driver.employmentEndDate),
          },
        ]}
      />
      {driver.payRate === undefined ? null : (
        <Facts
          title={t('Pay')}
          facts={[
            { label: t('Pay rate'), value: <Money dollars={driver.payRate} /> },
            { label: t('Pay percentage'), value: `${driver.payPercentage}%` },
          ]}
        />
      )}
      <DriverRound driver={driver} />
      <Facts
        title={t('Licence')}
        facts={[
          {
            label: t('Licence expires'),
            value:
              driver.licenseExpiresAt === null ? null : (
                <LicenceExpiry expiresAt={driver.licenseExpiresAt} today={today} />
              ),
          },
          { label: t('Licence class'), value: driver.licenseClass },
          { label: t('Other licences'), value: driver.otherLicense },
        ]}
      />
      <PrivateDetails key={`${driver.driverID} ${driver.version}`} driver={driver} />
      <Facts
        title={t('Tax')}
        facts={[
          { label: t('Business name'), value: driver.businessName },
          ...(driver.rctiAgreedOn === undefined ? [] : taxFacts(driver)),
        ]}
      />
      {driver.notes === null ? null : (
        <Facts title={t('Notes')} facts={[{ label: t('Notes'), value: driver.notes, wide: true }]} />
      )}
    </div>
  )
}

const taxFacts = ({ abn, gstRegistered, rctiAgreedOn = null }: Driver) => [
  { label: t('ABN'), value: abn ? showABN(abn) : null },
  { label: t('GST registered'), value: t(gstRegistered ? 'Yes' : 'No') },
  { label: t('Tax invoice agreement'), value: rctiAgreedOn === null ? null : formatDay(rctiAgreedOn) },
]

type Revealed = OutputOf<typeof revealDriver>

const SHOWN_MS = 60_000

/** Each reveal of a masked value is written to the audit log. */
function PrivateDetails({ driver }: { driver: Driver }) {
  const { revealed, busy, reveal, hide } = useReveal(driver)
  const shown = revealed ?? driver
  const mayReveal = useMayChangeMoney()
  const button =
    revealed === null ? (
      <Button variant="default" loading={busy} onClick={() => void reveal()}>
        {t('Reveal')}
      </Button>
    ) : (
      <Button variant="default" onClick={hide}>
        {t('Hide')}
      </Button>
    )
  return (
    <div>
      <Facts
        title={t('Private details')}
        right={mayReveal && PRIVATE_FIELDS.some((field) => driver[field] !== null) ? button : null}
        facts={PRIVATE_FIELDS.map((field) => ({ label: t(FIELD_NAMES[field]), value: readable(shown[field]) }))}
      />
      <Text c="dimmed" fz="sm" mt={6} mx={20} role="status">
        {revealed === null ? t('Encrypted. Every view is logged.') : t('Hides again after a minute.')}
      </Text>
    </div>
  )
}

const readable = (text: string | null) => (text !== null && isDay(text) ? formatDay(text) : text)

function useReveal({ driverID }: Driver) {
  const { call } = useOffice()
  const client = useQueryClient()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [busy, setBusy] = useState(false)
  const hide = useCallback(() => setRevealed(null), [])
  useEffect(() => {
    if (revealed === null) return
    const clock = setTimeout(hide, SHOWN_MS)
    return () => clearTimeout(clock)
  }, [revealed, hide])
  async function reveal(): Promise<void> {
    setBusy(true)
    // This is no query, because a revealed value must not be cached.
    const answer = await call(revealDriver, { driverID }).finally(() => setBusy(false))
    if (answer.kind !== 'ok')
      return answer.kind === 'not-modified' ? undefined : showFailure(t('An error occurred.'), sentenceOf(answer))
    setRevealed(answer.value)
    void invalidateChanged(client, { changes: ['audit'] })
  }
  return { revealed, busy, reveal, hide }
}

export function LicenceExpiry({ expiresAt, today }: { expiresAt: string | null; today: string }) {
  if (expiresAt === null) return t('–')
  const state = licenceState(expiresAt, today)
  return (
    <span>
      {formatDay(expiresAt)}{' '}
      {state === 'expired' ? (
        <StateBadge tone="bad">{t('expired')}</StateBadge>
      ) : state === 'ending' ? (
        <StateBadge tone="warn">{t('ends soon')}</StateBadge>
      ) : null}
    </span>
  )
}
