import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { cyclesOf } from '#domain/registration.ts'
import { weekFiveRhythm } from '#domain/week-five.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { FirmNotice } from '#client/shells/firm-notice.tsx'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DetailsStep } from './details-step.tsx'
import { type Draft, forgetDraft, keepDraft, readDraft } from './draft.ts'
import { linkMailed } from './link-mailed.ts'
import { PaymentStep } from './payment-step.tsx'
import type { Firm, Offered, RegisterCalls } from './register-calls.ts'
import { cycleWords, priceOf, ServiceStep } from './service-step.tsx'
import { SuburbRequest } from './suburb-request.tsx'
import { useFormToken } from './use-form-token.ts'

interface RegisterPageProps {
  firm: Firm
  calls: RegisterCalls
  loginPath: string
}

type Step = 'service' | 'details' | 'suburb'
const isStep = (text: string | null): text is Step => text === 'details' || text === 'suburb'
const NUMBER = { service: 1, details: 2, suburb: 2 } as const

/** /register: the address has the step, so that Back goes to the step before. */
export function RegisterPage({ firm, calls, loginPath }: RegisterPageProps) {
  const [params, setParams] = useSearchParams()
  const [draft, setDraft] = useState<Draft>(() => readDraft(Date.now()))
  const [done, setDone] = useState<{ email: string; paid: boolean } | null>(null)
  const { packages, reload, failed: noPackages } = usePackages(calls)
  const token = useFormToken(calls.form)
  const { form, failed } = token
  useEffect(() => {
    if (Object.keys(draft).length > 0) keepDraft(draft, Date.now())
  }, [draft])
  const notice = firm.notice ? <FirmNotice text={firm.notice} /> : undefined
  const page = { name: firm.name, logoUrl: firm.logoUrl, notice }
  const foot = <Link to={loginPath}>{t('Login')}</Link>
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const keep = (fields: Record<string, string>) =>
    setDraft((before) => ({ ...before, fields: { ...before.fields, ...fields } }))
  const withStep = (step: Step) => {
    const next = new URLSearchParams(params)
    if (step === 'service') next.delete('step')
    else next.set('step', step)
    return next
  }
  const goTo = (step: Step) => {
    setParams(withStep(step))
    window.scrollTo(0, 0)
  }

  const startAgain = () => {
    forgetDraft()
    setDraft({})
    setDone(null)
    setParams({}, { replace: true })
    void token.renew()
  }

  if (done !== null)
    return (
      <CentredPage {...page} title={t('Thank you!')} foot={foot}>
        <Note tone="good">
          {done.paid
            ? t('This is paid already. Thank you!')
            : t('We have your request, and write to you before the first collection.')}
        </Note>
        <p>{linkMailed(firm, done.email)}</p>
      </CentredPage>
    )
  const { registered } = draft
  if (registered?.payment !== undefined)
    return (
      <CentredPage
        {...page}
        title={t('Payment')}
        lead={t('Step {{step}} of 3', { step: 3 })}
        foot={
          <Button variant="subtle" onClick={startAgain}>
            {t('New registration')}
          </Button>
        }
      >
        <PaymentStep
          firm={firm}
          registered={registered}
          pay={calls.pay}
          leave={calls.leave}
          onDone={(paid) => {
            forgetDraft()
            setDraft({})
            setDone({ email: registered.email, paid })
          }}
        />
      </CentredPage>
    )

  const refusal = failed ?? noPackages
  if (refusal?.kind === 'refused' && refusal.problem.code === 'registration_closed')
    return (
      <CentredPage {...page} title={t('Registration is closed')} foot={foot}>
        <p>{t('Please contact us.')}</p>
      </CentredPage>
    )
  if (refusal !== null && (form === null || packages === null))
    return (
      <CentredPage
        {...page}
        title={t(refusal.kind === 'refused' ? 'Please try again shortly' : 'No connection')}
        foot={foot}
      >
        <p>
          {refusal.kind === 'refused'
            ? refusal.problem.message
            : t('Please try again when you’re back online. What you entered is still here.')}
        </p>
        <Button
          onClick={() => {
            void token.renew()
            void reload()
          }}
        >
          {t('Try again')}
        </Button>
      </CentredPage>
    )
  if (form === null || packages === null)
    return <CentredPage {...page} title={t('Request a Quote or Register')} loading={t('Loading')} />

  const packageInAddress = params.get('package')
  const chosen = packages.find(({ productID }) => productID === (draft.productID ?? packageInAddress))
  const cycle = chosen && cycleOf(chosen, draft.cycle)
  const named = params.get('step')
  const step: Step = chosen !== undefined && isStep(named) ? named : 'service'
  const shell = (title: string, content: ReactNode) => (
    <CentredPage {...page} title={title} lead={t('Step {{step}} of 3', { step: NUMBER[step] })} foot={foot}>
      {content}
    </CentredPage>
  )
  if (step === 'suburb')
    return shell(
      t('My suburb isn’t listed'),
      <SuburbRequest
        send={calls.askForSuburb}
        form={form}
        token={token}
        fields={draft.fields ?? {}}
        onKeep={keep}
        backTo={`?${withStep('details')}`}
      />,
    )
  if (chosen === undefined || cycle === undefined || step === 'service')
    return shell(
      t('Select service'),
      <ServiceStep
        packages={packages}
        gst={form.pricesIncludeGst}
        chosen={chosen}
        cycle={cycle}
        onChoose={(productID) => change({ productID, cycle: undefined })}
        onCycle={(one) => change({ cycle: one })}
        onNext={() => {
          change({ productID: chosen?.productID })
          goTo('details')
        }}
      />,
    )
  return shell(
    t('Your details'),
    <>
      <DetailsStep
        firm={firm}
        calls={calls}
        form={form}
        token={token}
        draft={draft}
        service={{
          productID: chosen.productID,
          price: chosen.price,
          cycle,
          words: t('{{name}}, {{price}}. {{cycle}}.', {
            name: chosen.name,
            price: priceOf(chosen, form.pricesIncludeGst),
            cycle: weekFiveRhythm(draft.suburb?.nextWeeks[0]?.weekNumber, cycle) ?? cycleWords(chosen, cycle),
          }),
        }}
        reload={reload}
        postcode={params.get('postcode') ?? ''}
        today={form.today ?? todayHere()}
        onKeep={keep}
        onSuburb={(suburb) => change({ suburb })}
        onNotListed={() => goTo('suburb')}
        onRegistered={({ payment }, email) => {
          window.scrollTo(0, 0)
          if (payment === undefined) {
            forgetDraft()
            setDraft({})
            setDone({ email, paid: false })
          } else setDraft({ registered: { email, payment } })
        }}
      />
      <Link className={buttonLook('default')} to={`?${withStep('service')}`}>
        {t('Back')}
      </Link>
    </>,
  )
}

function cycleOf(offer: Offered, wanted: string | undefined): CollectionScheme {
  return cyclesOf(offer).find((one) => one === wanted) ?? offer.collectionScheme
}

function usePackages(calls: RegisterCalls) {
  const [answer, setAnswer] = useState<Awaited<ReturnType<RegisterCalls['packages']>> | null>(null)
  const reload = useCallback(async () => setAnswer(await calls.packages()), [calls])
  useEffect(() => {
    let gone = false
    void calls.packages().then((heard) => gone || setAnswer(heard))
    return () => {
      gone = true
    }
  }, [calls])
  return {
    packages: answer?.kind === 'ok' ? answer.value.items : null,
    failed: answer === null || answer.kind === 'ok' ? null : answer,
    reload,
  }
}

/** Today in the person's own time zone, where an earlier server does not name its own. */
function todayHere(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
