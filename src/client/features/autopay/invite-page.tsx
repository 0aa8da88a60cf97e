import { type ReactNode, useCallback, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getAutopayInvitation, setUpAutopay } from '#contract/v1/autopay.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { linkShown, useSignedLink } from '#client/shells/use-signed-link.ts'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { Consent } from './consent.tsx'
import { useLookAgain } from './use-look-again.ts'

type Invitation = OutputOf<typeof getAutopayInvitation>

interface Firm {
  name: string
  logoUrl: string | null
}

interface InvitePageProps {
  firm: Firm
  token: string
  /** What the provider's page came to, from the address it led back to; null: it was not there yet. */
  setup: string | null
  /** Reads only, because mail scanners open the link too. */
  look: (token: string) => Promise<Answer<Invitation>>
  open: (token: string, consent: string) => Promise<Answer<OutputOf<typeof setUpAutopay>>>
  leave: (url: string) => void
}

/** /pay-automatically/:token: setting up automatic payment by the office's invitation, without a sign-in. */
export function InvitePage({ firm, token, setup, look, open, leave }: InvitePageProps) {
  const { shown, setShown, busy, setBusy, lookAgain } = useSignedLink(token, look)
  const [trouble, setTrouble] = useState<string | null>(null)
  const reload = useCallback(async () => {
    const next = linkShown(await look(token))
    // Without signal what is shown stays.
    if (next.kind === 'ok' || next.kind === 'invalid') setShown(next)
  }, [look, setShown, token])
  const waits = setup === 'done' && shown?.kind === 'ok' && !shown.value.done
  const over = useLookAgain(waits, reload)

  async function agree(consent: string): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const answer = await open(token, consent)
    // The button stays pressed until the browser has left.
    if (answer.kind === 'ok') return leave(answer.value.url)
    // The words changed, or it was switched off or set up, meanwhile.
    if (answer.kind === 'refused' && answer.status === 409) await reload()
    setBusy(false)
    setTrouble(
      answer.kind === 'refused'
        ? answer.problem.message
        : t(
            answer.kind === 'offline'
              ? 'Please try again when you’re back online.'
              : 'Couldn’t reach the server. This network may need its own sign-in.',
          ),
    )
  }

  if (shown?.kind !== 'ok')
    return (
      <LinkNotOpen
        invalid={{
          title: t('This link doesn’t work'),
          why: t('Please open the link in our email again, or ask us for a new one.'),
        }}
        firm={firm}
        shown={shown}
        busy={busy}
        title={t('Pay automatically')}
        onAgain={() => void lookAgain()}
      />
    )
  const { businessName, logoUrl, offered, consent, done } = shown.value
  const page = { name: businessName, logoUrl }
  if (done) return <Saved {...page} />
  if (waits)
    return (
      <CentredPage {...page} title={t('Pay automatically')}>
        <Checking over={over} />
      </CentredPage>
    )
  return (
    <CentredPage
      {...page}
      title={t('Pay automatically')}
      lead={t('Save a card or bank account, and {{business}} charges your invoices to it.', { business: businessName })}
    >
      {setup === 'cancelled' ? <Note tone="rest">{t('Nothing was saved.')}</Note> : null}
      {offered ? (
        <Consent consent={consent} busy={busy} trouble={trouble} onAgreed={() => void agree(consent.version)} />
      ) : (
        <Note tone="warn">{t('Automatic payment isn’t available now. Your invoices say how else to pay.')}</Note>
      )}
    </CentredPage>
  )
}

const Checking = ({ over }: { over: boolean }) => (
  <Note tone="warn">
    {t(
      over
        ? 'We haven’t heard from the card company yet. You can close this page.'
        : 'Checking what you saved. This takes a few seconds.',
    )}
  </Note>
)

const Saved = (page: Firm) => (
  <CentredPage {...page} title={t('Thank you!')}>
    <Note tone="good">
      {t('Your invoices are paid automatically. Before each payment we email you its amount and day.')}
    </Note>
  </CentredPage>
)

/** /pay-automatically?setup=…: back from the provider's page without a session, which knows of no person. */
export function InviteReturned({ firm, setup, links }: { firm: Firm; setup: string | null; links: ReactNode }) {
  if (setup === 'done')
    return (
      <CentredPage {...firm} title={t('Thank you!')} foot={links}>
        <p>{t('You can close this page. Before each payment we email you its amount and day.')}</p>
      </CentredPage>
    )
  return (
    <CentredPage {...firm} title={t('Pay automatically')} foot={links}>
      <p>{t('Nothing was saved. To try again, open the link in our email.')}</p>
    </CentredPage>
  )
}
