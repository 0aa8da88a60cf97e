import { type FormEvent, useState } from 'react'
import type { Autopay } from '#contract/v1/autopay.ts'
import { Button } from '#client/ui/core/button.tsx'
import { TickField } from '#client/ui/core/field.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Bullets, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

interface ConsentProps {
  consent: Autopay['consent']
  busy: boolean
  /** Why the last try was refused. */
  trouble: string | null
  onAgreed: () => void
}

/** Shows what is agreed to, with the tick and the button to the provider's page. The tick is for these words only. */
export function Consent(props: ConsentProps) {
  return <Words key={[props.consent.version, ...props.consent.words].join(' ')} {...props} />
}

function Words({ consent, busy, trouble, onAgreed }: ConsentProps) {
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (agreed && !busy) onAgreed()
  }
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      <Note tone="bad" role="alert">
        {trouble}
      </Note>
      <Bullets>
        {consent.words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </Bullets>
      <TickField
        label={t('I agree')}
        checked={agreed}
        onChange={({ currentTarget: { checked } }) => setAgreed(checked)}
        error={asked && !agreed ? t('Please tick this first.') : null}
      />
      <Button type="submit" loading={busy}>
        {t('Save a card or bank account')}
      </Button>
    </Stack>
  )
}
