import { useEffect, useState } from 'react'
import type { Quotation } from '#contract/v1/requests.ts'
import { formatDay, titleWeekOf } from '#domain/dates.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Bullets, FactList, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

interface QuotationPageProps {
  firm: { name: string; logoUrl: string | null }
  /** From the link; null: it has none. */
  token: string | null
  look: (token: string) => Promise<Answer<Quotation>>
  accept: (token: string) => Promise<Answer<Quotation>>
}

type Shown =
  | { kind: 'offer'; quotation: Quotation }
  | { kind: 'invalid' }
  | { kind: 'over' }
  | { kind: 'offline' }
  | { kind: 'busy'; message: string }

/** /quotation?token=…: a quotation opened by its mail's link, which authorises to accept it. */
export function QuotationPage({ firm, token, look, accept }: QuotationPageProps) {
  const [shown, setShown] = useState<Shown | null>(token === null ? { kind: 'invalid' } : null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (token === null) return
    let gone = false
    void look(token).then((answer) => {
      if (!gone) setShown(shownOf(answer))
    })
    return () => {
      gone = true
    }
  }, [token, look])

  async function tryAgain(): Promise<void> {
    if (token === null) return
    setBusy(true)
    setShown(shownOf(await look(token)))
    setBusy(false)
  }

  async function sayYes(): Promise<void> {
    if (token === null) return
    setBusy(true)
    setTrouble(null)
    const next = shownOf(await accept(token))
    setBusy(false)
    // On an error that can be retried the quotation stays visible.
    if (next.kind === 'offline') setTrouble(t('Please try again when you’re back online.'))
    else if (next.kind === 'busy') setTrouble(next.message)
    else setShown(next)
  }

  if (shown?.kind === 'offer')
    return (
      <Offer firm={firm} quotation={shown.quotation} busy={busy} trouble={trouble} onAccept={() => void sayYes()} />
    )
  if (shown?.kind === 'over')
    return (
      <CentredPage {...firm} title={t('Already taken care of')}>
        <p>{t('There’s nothing left to accept. Please call us with any questions.')}</p>
      </CentredPage>
    )
  return (
    <LinkNotOpen
      invalid={{
        title: t('This link no longer works'),
        why: t('Quotations are valid for 30 days, and a new one replaces the old. Please ask us for a new one.'),
      }}
      firm={firm}
      shown={shown}
      busy={busy}
      title={t('Your quotation')}
      onAgain={() => void tryAgain()}
    />
  )
}

interface OfferProps {
  firm: QuotationPageProps['firm']
  quotation: Quotation
  busy: boolean
  trouble: string | null
  onAccept: () => void
}

function Offer({ firm, quotation, busy, trouble, onAccept }: OfferProps) {
  const {
    firstName,
    businessName,
    servicePackage,
    features,
    collectionScheme,
    paymentScheme,
    priceInWords,
    suburb,
    weeks,
    expiresAt,
    acceptedAt,
  } = quotation
  return (
    <CentredPage
      name={businessName || firm.name}
      logoUrl={firm.logoUrl}
      title={t('Your quotation, {{name}}', { name: firstName })}
    >
      {acceptedAt === null ? null : (
        <Note tone="good">{t('Thank you! You’ve accepted this quotation. We’ll be in touch soon.')}</Note>
      )}
      <strong>{priceInWords}</strong>
      <FactList
        facts={[
          [t('Service package'), servicePackage],
          features.length === 0 ? null : [t('What you get'), <Listed key="features" lines={features} />],
          [t('Collection'), collectionScheme],
          [t('Payment'), paymentScheme],
          [t('Your area'), suburb],
          [
            t('Our next weeks there'),
            weeks.length === 0 ? (
              t('We’ll let you know the weeks.')
            ) : (
              <Listed key="weeks" lines={weeks.map(({ from }) => titleWeekOf(from))} />
            ),
          ],
        ]}
      />
      {acceptedAt === null ? (
        <>
          <Note tone="bad" role="alert">
            {trouble}
          </Note>
          <Button loading={busy} onClick={onAccept}>
            {t('Accept')}
          </Button>
          <Soft>{t('Valid until {{day}}.', { day: formatDay(localDay(expiresAt)) })}</Soft>
        </>
      ) : (
        <Soft>{t('Accepted on {{day}}.', { day: formatDay(localDay(acceptedAt)) })}</Soft>
      )}
    </CentredPage>
  )
}

const Listed = ({ lines }: { lines: readonly string[] }) => (
  <Bullets>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Bullets>
)

/** The day of an instant in the reader's time zone. */
function localDay(instant: string): string {
  const at = new Date(instant)
  return [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join('-')
}

function shownOf(answer: Answer<Quotation>): Shown {
  if (answer.kind === 'ok') return { kind: 'offer', quotation: answer.value }
  if (answer.kind !== 'refused') return { kind: 'offline' }
  const { code, message } = answer.problem
  // A mail program may truncate a link, which is then refused as an invalid field.
  if (code === 'token_invalid' || code === 'fields_invalid') return { kind: 'invalid' }
  return code === 'wrong_state' ? { kind: 'over' } : { kind: 'busy', message }
}
