import { type ReactNode, useId, useRef, useState } from 'react'
import type { CallOf } from '#contract/endpoint.ts'
import { register, type RegistrationForm } from '#contract/v1/registration.ts'
import { lettersWarning } from '#domain/documents/printed-letters.ts'
import { useRequestKey } from '#client/shells/request-key.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextArea, TextField, TickField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Below, Row, Soft, Stack, Tiles } from '#client/ui/core/parts.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { Draft } from './draft.ts'
import { ErrorSummary } from './error-summary.tsx'
import { HiddenField } from './hidden-field.tsx'
import type { Firm, PublicSuburb, RegisterCalls, Registered } from './register-calls.ts'
import { SuburbSearch } from './suburb-search.tsx'
import styles from './register.module.css'

const ACCOUNT_TYPE_WORDS = sentences({
  PERSONAL: 'Personal',
  BUSINESS: 'Business',
})

const MAIN_TEXTS = ['address', 'startDate', 'company', 'firstName', 'lastName', 'mobilePhone', 'email'] as const
/** These fields are folded until one of them has something in it. */
const OPTIONAL_TEXTS = ['bagPlace', 'gateNotes', 'notes', 'title'] as const
const TEXTS = [...MAIN_TEXTS, ...OPTIONAL_TEXTS] as const
const BOXES = ['propertyManagement'] as const
const OPTIONAL = [...OPTIONAL_TEXTS, ...BOXES] as const
const NAMES = ['suburbID', 'accountType', ...TEXTS, ...BOXES, 'acceptTerms', 'website'] as const
type Name = (typeof NAMES)[number]
type Values = Record<Name, string>
/** The fields of the draft, without the acceptance and the hidden field. */
const KEPT: readonly Name[] = ['accountType', ...TEXTS, ...BOXES]

interface DetailsStepProps {
  firm: Pick<Firm, 'sendsMail'>
  calls: RegisterCalls
  form: RegistrationForm
  token: { renew: () => Promise<void>; ready: () => Promise<void> }
  draft: Draft
  service: { productID: string; price: number; cycle: string; words: string }
  /** Asks for the services and their prices anew. */
  reload: () => Promise<void>
  /** It comes from the address of the page. */
  postcode: string
  today: string
  onKeep: (fields: Record<string, string>) => void
  onSuburb: (suburb: PublicSuburb | undefined) => void
  onNotListed: () => void
  onRegistered: (registered: Registered, email: string) => void
}

/** Step 2 asks for the details and sends the registration. */
export function DetailsStep(props: DetailsStepProps) {
  const { firm, calls, form, token, draft, service, postcode, today } = props
  const { suburb, fields = {} } = draft
  const [isBusiness, setBusiness] = useState(fields['accountType'] === 'BUSINESS')
  /** Changing it empties the hidden field. */
  const [hiddenField, setHiddenField] = useState(0)
  const whole = useRef<HTMLDivElement>(null)
  const keyOf = useRequestKey()
  const input = (values: Values) => inputOf(values, { service, suburb, form }) as CallOf<typeof register>

  async function send(values: Values) {
    await token.ready()
    const registration = input(values)
    const answer = await calls.register(registration, keyOf(registration))
    const code = answer.kind === 'refused' ? answer.problem.code : ''
    if (code === 'press_again' || code === 'terms_changed') {
      setHiddenField((before) => before + 1)
      await token.renew()
    }
    if (code === 'price_changed') await props.reload()
    return answer
  }

  const { field, busy, error, onSubmit, refused } = useAnsweredForm<Name>({
    names: NAMES,
    summarised: true,
    schema: register.input,
    input,
    also: () => (suburb === undefined ? { suburbID: t('Choose your suburb') } : {}) as Partial<Record<Name, string>>,
    send,
    onDone: (value) => {
      const email = document.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? ''
      props.onRegistered(value as Registered, email)
    },
  })
  const labels = {
    suburbID: t('Suburb'),
    address: t('Address'),
    startDate: t('Start date'),
    accountType: t('Account type'),
    company: t('Company'),
    firstName: t('Name'),
    lastName: t('Family name'),
    mobilePhone: t('Mobile phone'),
    email: t('Email'),
    bagPlace: t('Where to collect it'),
    gateNotes: t('Gate notes'),
    propertyManagement: t('Property management'),
    notes: t('Additional Information/Request'),
    title: t('Title'),
    acceptTerms: t('Terms and conditions'),
  }
  const text = (name: (typeof TEXTS)[number]) => ({ ...field(name), label: labels[name], defaultValue: fields[name] })
  const keep = (element: HTMLElement) => {
    const data = new FormData(element.querySelector('form') ?? undefined)
    // A field that is not shown keeps what was typed into it; an empty tick box is absent from the data.
    const kept = KEPT.map((name) => {
      const isShown = data.has(name) || name === 'propertyManagement'
      return [name, isShown ? String(data.get(name) ?? '') : (fields[name] ?? '')]
    })
    const suburbTyped = suburb === undefined ? String(data.get('suburbID') ?? '') : ''
    props.onKeep({ ...Object.fromEntries(kept), suburbTyped })
  }
  const letters = lettersWarning(['firstName', 'lastName', 'company', 'address'].map((name) => fields[name]))
  return (
    <Stack ref={whole} className={styles.marked} onInput={({ currentTarget }) => keep(currentTarget)}>
      <Note tone="good" role="none">
        {service.words}
      </Note>
      <Form onSubmit={onSubmit} submit={t('Register')} busy={busy} error={error}>
        <ErrorSummary labels={labels} refused={refused} form={whole} />
        <Group title={t('Where we collect')}>
          <SuburbSearch
            search={calls.suburbs}
            chosen={suburb}
            cycle={service.cycle}
            onChoose={props.onSuburb}
            keyword={postcode}
            typedBefore={fields['suburbTyped'] ?? ''}
            error={field('suburbID').error}
            onNotListed={props.onNotListed}
          />
          <TextField
            description={t('Street and number.')}
            autoComplete="street-address"
            required
            {...text('address')}
          />
          <TextField
            type="date"
            min={today}
            required
            {...text('startDate')}
            defaultValue={fields['startDate'] || today}
          />
        </Group>
        <Group title={t('You')}>
          <Tiles as="fieldset">
            <legend className={styles.legend}>{labels.accountType}</legend>
            {(['PERSONAL', 'BUSINESS'] as const).map((one) => (
              <TickField
                key={one}
                type="radio"
                label={t(ACCOUNT_TYPE_WORDS[one])}
                name="accountType"
                value={one}
                checked={isBusiness === (one === 'BUSINESS')}
                onChange={() => setBusiness(one === 'BUSINESS')}
              />
            ))}
          </Tiles>
          {isBusiness ? <TextField autoComplete="organization" {...text('company')} /> : null}
          <Tiles>
            <TextField autoComplete="given-name" required {...text('firstName')} />
            <TextField autoComplete="family-name" required {...text('lastName')} />
          </Tiles>
          <TextField type="tel" autoComplete="tel" inputMode="tel" required {...text('mobilePhone')} />
          <TextField
            description={t(
              firm.sendsMail === false
                ? 'We can’t send emails at the moment, so we’ll contact you to confirm it.'
                : 'We send you a link to confirm it and choose your password.',
            )}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...text('email')}
          />
        </Group>
        {letters === null ? null : <Note tone="warn">{letters.message}</Note>}
        <Fold
          title={t('Anything else? (optional)')}
          isOpen={OPTIONAL.some((name) => (fields[name] ?? '') !== '' || name in refused.fields)}
        >
          <TextField {...text('bagPlace')} />
          <TextField description={t('Such as a gate code or a dog.')} {...text('gateNotes')} />
          <TextArea rows={3} {...text('notes')} />
          <TextField autoComplete="honorific-prefix" {...text('title')} />
          <TickField
            name="propertyManagement"
            label={labels.propertyManagement}
            defaultChecked={fields['propertyManagement'] === 'on'}
          />
        </Fold>
        <Below>
          <Row className={styles.legal}>
            <Text title={labels.acceptTerms}>{form.terms.text}</Text>
            <Text title={t('Privacy notice')}>{form.privacy.text}</Text>
          </Row>
          <TickField
            name="acceptTerms"
            label={t('I accept the terms and conditions and the privacy notice.')}
            error={field('acceptTerms').error}
            required
          />
        </Below>
        <HiddenField key={hiddenField} />
      </Form>
      <Soft>{t('What you enter stays on this device for 7 days.')}</Soft>
    </Stack>
  )
}

function inputOf(
  values: Values,
  { service, suburb, form }: Pick<DetailsStepProps, 'service' | 'form'> & { suburb: PublicSuburb | undefined },
): Record<string, unknown> {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[name] === '' ? undefined : values[name]]))
  return {
    ...texts,
    productID: service.productID,
    price: service.price,
    cycle: service.cycle,
    accountType: values.accountType,
    company: values.accountType === 'BUSINESS' ? texts['company'] : undefined,
    propertyManagement: values.propertyManagement === 'on',
    suburbID: suburb?.suburbID,
    state: suburb?.state,
    postcode: suburb?.postcode,
    acceptTerms: values.acceptTerms === 'on' ? true : undefined,
    termsVersion: form.terms.version,
    privacyVersion: form.privacy.version,
    formToken: form.formToken,
    website: values.website || undefined,
  }
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Below as="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Below>
  )
}

/** Fields behind a title. It opens as soon as `isOpen` becomes true, and the user opens and closes it. */
function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(isOpen)
  const [before, setBefore] = useState(isOpen)
  if (isOpen !== before) {
    setBefore(isOpen)
    if (isOpen) setOpened(true)
  }
  return (
    <details className={styles.fold} open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{title}</summary>
      <Stack>{children}</Stack>
    </details>
  )
}

function Text({ title, children }: { title: string; children: string }) {
  return (
    <details className={styles.text}>
      <summary>{title}</summary>
      <p className={styles.pre}>{children}</p>
    </details>
  )
}
