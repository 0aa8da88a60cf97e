import { type ReactNode, useState } from 'react'
import { type Autopay, changeOwnAutopay, removeOwnAutopay } from '#contract/v1/autopay.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { FactList, Section, Stack, Tiles } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { capital } from './capital.ts'
import { OWN_PAUSE_WORDS } from './own-words.ts'
import { showMonth } from './show-month.ts'

type Method = NonNullable<Autopay['method']>

interface OwnMethodProps {
  autopay: Autopay
  method: Method
  payAll: ReactNode
  /** Whether the form for another card is open. */
  changing: boolean
  onChange: () => void
}

/** The saved card or bank account, whether it is charged, and what its owner can do about it. */
export function OwnMethod({
  autopay: { version, underWay, offered, charged, next, last },
  method,
  payAll,
  changing,
  onChange,
}: OwnMethodProps) {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [stopping, setStopping] = useState(false)
  const change = async (act: 'pause' | 'resume') => {
    setBusy(true)
    const done = act === 'pause' ? t('Automatic payment is paused') : t('Automatic payment goes on')
    await command(changeOwnAutopay, { act }, { ifMatch: version, done })
    setBusy(false)
  }
  const isDebit = method.kind === 'debit'
  const close = () => setStopping(false)
  return (
    <Stack gap="large">
      <State method={method} charged={charged} payAll={payAll} />
      {method.state === 'active' && charged && next.length + last.length === 0 ? (
        <p>{t('What you already owe is charged too. You get an email with the amount and day first.')}</p>
      ) : null}
      {underWay ? <UnderWay /> : null}
      <Section title={t(isDebit ? 'Your bank account' : 'Your card')}>
        <FactList
          facts={[
            [t('Saved'), capital(method.name)],
            method.expiresIn === null ? null : [t('Expires'), showMonth(method.expiresIn)],
          ]}
        />
        <Tiles>
          {method.state === 'active' ? (
            <Button variant="default" loading={busy} onClick={() => void change('pause')}>
              {t('Pause')}
            </Button>
          ) : method.pauseReason === 'customer' ? (
            <Button loading={busy} onClick={() => void change('resume')}>
              {t('Go on')}
            </Button>
          ) : null}
          {offered ? (
            <Button variant="default" aria-expanded={changing} onClick={onChange}>
              {t(isDebit ? 'Change account' : 'Change card')}
            </Button>
          ) : null}
          <Button variant="danger" onClick={() => setStopping(true)}>
            {t('Stop')}
          </Button>
        </Tiles>
      </Section>
      <ConfirmCommand
        opened={stopping}
        question={t('Stop automatic payment?')}
        cancel={t('Keep it')}
        confirm={t('Stop')}
        danger
        endpoint={removeOwnAutopay}
        input={{}}
        ifMatch={version}
        done={t('Automatic payment is stopped')}
        onClose={close}
      >
        <p>
          {t(
            isDebit
              ? 'Your bank account is forgotten. You pay invoices yourself again.'
              : 'Your card is forgotten. You pay invoices yourself again.',
          )}
        </p>
        {underWay ? <UnderWay /> : null}
      </ConfirmCommand>
    </Stack>
  )
}

interface StateProps {
  method: Method
  charged: boolean
  payAll: ReactNode
}

function State({ method: { state, pauseReason, name }, charged, payAll }: StateProps) {
  if (state === 'active' && !charged)
    return (
      <>
        <Note tone="warn">
          {t('Nothing is charged automatically at the moment. Please pay your invoices yourself.')}
        </Note>
        {payAll}
      </>
    )
  if (state === 'active')
    return <Note tone="good">{t('Your invoices are paid automatically with your {{name}}.', { name })}</Note>
  const reason = pauseReason ?? 'office'
  const isTrouble = reason !== 'customer' && reason !== 'office'
  return (
    <>
      <Note tone={isTrouble ? 'bad' : 'warn'}>{t(OWN_PAUSE_WORDS[reason])}</Note>
      {isTrouble ? payAll : null}
    </>
  )
}

export const UnderWay = () => <Note tone="warn">{t('A payment is under way and can’t be stopped.')}</Note>
