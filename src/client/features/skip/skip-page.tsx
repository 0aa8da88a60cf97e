import { type ReactNode, useState } from 'react'
import type { SkipLink } from '#contract/v1/skip-links.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { linkShown, useSignedLink } from '#client/shells/use-signed-link.ts'
import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'

interface SkipPageProps {
  firm: { name: string; logoUrl: string | null }
  token: string
  /** Reads only, because mail scanners open the page too, and run its scripts. */
  look: (token: string) => Promise<Answer<SkipLink>>
  skip: (token: string) => Promise<Answer<SkipLink>>
  login: ReactNode
}

/** /skip/:token: skips a collection week by the link of a reminder, without signing in. */
export function SkipPage({ firm, token, look, skip, login }: SkipPageProps) {
  const { shown, setShown, busy, setBusy, lookAgain } = useSignedLink(token, look)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function press(): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const next = linkShown(await skip(token))
    setBusy(false)
    // On an error that can be retried the question stays visible.
    if (next.kind === 'offline') setTrouble(t('Please try again when you’re back online.'))
    else if (next.kind === 'busy') setTrouble(next.message)
    else setShown(next)
  }

  if (shown?.kind !== 'ok')
    return (
      <LinkNotOpen
        invalid={{
          title: t('This link doesn’t work'),
          why: t('Please open the link in your reminder email again, or call us.'),
        }}
        firm={firm}
        shown={shown}
        busy={busy}
        title={t('No pickup this time?')}
        onAgain={() => void lookAgain()}
      />
    )
  return <Open link={shown.value} busy={busy} trouble={trouble} onSkip={() => void press()} login={login} />
}

interface OpenProps {
  link: SkipLink
  busy: boolean
  trouble: string | null
  onSkip: () => void
  login: ReactNode
}

function Open({ link, busy, trouble, onSkip, login }: OpenProps) {
  const { businessName: name, logoUrl, phone, firstName, fromDate, cutoff, state, justNow } = link
  const week = { from: showLongDay(fromDate), cutoff }
  if (state === 'open')
    return (
      <CentredPage name={name} logoUrl={logoUrl} title={t('No pickup this time?')}>
        <p>{t('Hello {{name}},', { name: firstName })}</p>
        <p>{t('We collect in the week of {{from}}. To skip it at no charge, press the button by {{cutoff}}.', week)}</p>
        {/* The element is rendered empty from the start, so that a screen reader announces text added later. */}
        <div role="alert">{trouble === null ? null : <Note tone="bad">{trouble}</Note>}</div>
        <Button loading={busy} onClick={onSkip}>
          {t('No pickup this time')}
        </Button>
      </CentredPage>
    )
  if (state === 'skipped')
    return (
      <CentredPage name={name} logoUrl={logoUrl} title={t('No pickup this time')}>
        <Note tone="good">
          {t(
            justNow
              ? 'Done. We won’t collect in the week of {{from}}.'
              : 'You’ve skipped the week of {{from}} already. Nothing else to do.',
            week,
          )}
        </Note>
        <p>{t('Changed your mind? Sign in by {{cutoff}}.', week)}</p>
        {login}
      </CentredPage>
    )
  if (state === 'not_due')
    return (
      <CentredPage name={name} logoUrl={logoUrl} title={t('Nothing to skip')}>
        <Note tone="good">
          {t('You have no collection to come in the week of {{from}}. Nothing was changed.', week)}
        </Note>
        {login}
      </CentredPage>
    )
  return (
    <CentredPage name={name} logoUrl={logoUrl} title={t('Too late to skip')}>
      <Note tone="warn">{t('The week of {{from}} could be skipped until {{cutoff}}. Nothing was changed.', week)}</Note>
      <p>{phone === '' ? t('Please call us.') : t('Please call us: {{phone}}.', { phone: showPhone(phone) })}</p>
    </CentredPage>
  )
}
