import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type Autopay, getOwnAutopay } from '#contract/v1/autopay.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Bone, Section, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { Consent } from './consent.tsx'
import { LastCharges, NextCharges } from './own-charges.tsx'
import { OwnMethod, UnderWay } from './own-method.tsx'
import { OWN_END_WORDS } from './own-words.ts'
import { useLookAgain } from './use-look-again.ts'
import { useSetUp } from './use-set-up.ts'

interface OwnAutopayPageProps {
  /** The button that pays all that is owed. */
  payAll: ReactNode
  /** Without it nothing new is charged: an email names each payment before. */
  sendsMail?: boolean | undefined
}

/** The customer's /pay-automatically. */
export function OwnAutopayPage({ payAll, sendsMail = true }: OwnAutopayPageProps) {
  const { data, error, refetch } = useQuery({ ...ask(getOwnAutopay, {}, { inPlace: true }), staleTime: 0 })
  return (
    <>
      <PageHeader title={t('Pay automatically')}>
        <BackLink to={officePaths.invoices()}>{t('All invoices')}</BackLink>
      </PageHeader>
      <PageContent>
        <StaleNotice error={error} onRetry={refetch} />
        {data === undefined ? (
          error === null ? (
            <Bone height="220px" role="status" aria-label={t('Loading')} />
          ) : null
        ) : (
          <Stack gap="large">
            <Returned autopay={data} look={refetch} />
            <Automatic
              autopay={{ ...data, charged: data.charged && (sendsMail || data.next.length > 0) }}
              payAll={payAll}
              sendsMail={sendsMail}
            />
            <NextCharges charges={data.next} />
            <LastCharges charges={data.last} />
          </Stack>
        )}
      </PageContent>
    </>
  )
}

/** What came of the set-up, after the provider's page. */
function Returned({ autopay: { method, settingUp }, look }: { autopay: Autopay; look: () => Promise<unknown> }) {
  const [params] = useSearchParams()
  const setup = params.get('setup')
  const waits = setup === 'done' && (method?.state !== 'active' || settingUp !== null)
  const over = useLookAgain(waits, look)
  if (setup === 'cancelled') return <Note tone="rest">{t('Nothing was saved.')}</Note>
  if (setup !== 'done') return null
  if (!waits) return <Note tone="good">{t('Thank you! It’s saved.')}</Note>
  return (
    <Note tone="warn">
      {t(
        over
          ? 'We haven’t heard from the card company yet. You can close this page and look again later.'
          : 'Checking what you saved. This takes a few seconds.',
      )}
    </Note>
  )
}

function Automatic({ autopay, payAll, sendsMail }: OwnAutopayPageProps & { autopay: Autopay }) {
  const { method, offered, ended, underWay } = autopay
  const [changing, setChanging] = useState(false)
  const { busy, trouble, setUp } = useSetUp()
  const consent = (
    <Consent
      consent={autopay.consent}
      busy={busy}
      trouble={trouble}
      onAgreed={() => void setUp(autopay.consent.version)}
    />
  )
  if (method !== null)
    return (
      <>
        <OwnMethod
          autopay={autopay}
          method={method}
          payAll={payAll}
          changing={changing}
          onChange={() => setChanging(!changing)}
        />
        {changing ? <Section title={t('Save another card or bank account')}>{consent}</Section> : null}
      </>
    )
  return (
    <>
      {underWay ? <UnderWay /> : null}
      {ended === null ? null : <Note tone="rest">{t(OWN_END_WORDS[ended.reason])}</Note>}
      {offered ? (
        <Section
          title={t('How it works')}
          how={t(
            'Save a card or bank account, and we charge your invoices to it. Before each payment you get an email with its amount and day.',
          )}
        >
          {sendsMail ? null : (
            <Note tone="warn">
              {t('Nothing is charged automatically at the moment. Please pay your invoices yourself.')}
            </Note>
          )}
          {consent}
        </Section>
      ) : (
        <p>{t('Automatic payment isn’t available. Please pay your invoices another way.')}</p>
      )}
    </>
  )
}
