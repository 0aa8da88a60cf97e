import { useRef, useState, type FormEvent } from 'react'
import { Box, Button, Card, Checkbox, Group, Text, Textarea } from '@mantine/core'
import { answerCase, type Case } from '#contract/v1/cases.ts'
import { newID } from '#domain/identifiers.ts'
import { GoodwillEffect } from '#client/shells/account-effect.tsx'
import { MoneyInput } from '#client/shells/form-parts.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useMayChangeMoney } from '#client/shells/role.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { without } from './field-errors.ts'

export function CaseAnswer({ caseItem: { caseID, customerID, version, messages } }: { caseItem: Case }) {
  const command = useCommand()
  const hasMailServer = useHasMailServer()
  const [text, setText] = useState('')
  const [credit, setCredit] = useState<number | string>('')
  const [close, setClose] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [outdated, setOutdated] = useState(false)
  const [busy, setBusy] = useState(false)
  const messageID = useRef(newID())
  // The version the user has read; one that arrives while the answer is typed is another.
  const read = useRef<number | null>(null)
  const givesCredit = useMayChangeMoney()
  const isCredited = messages.some((message) => message.credit !== null)
  const guard = useUnsavedGuard((text !== '' || credit !== '') && !busy)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (text.trim() === '') return setErrors({ text: t('This field is mandatory') })
    setErrors({})
    setOutdated(false)
    void send()
  }
  async function send(): Promise<void> {
    setBusy(true)
    const answer = await command(
      answerCase,
      {
        caseID,
        messageID: messageID.current,
        text,
        ...(credit === '' ? {} : { credit: credit as number }),
        ...(close ? { close } : {}),
      },
      {
        done: t(
          hasMailServer
            ? 'Answer saved. Sending the email'
            : 'Answer saved, not emailed: the customer sees it after signing in',
        ),
        ifMatch: read.current ?? version,
        quiet: (code) => code === 'fields_invalid' || code === 'version_conflict',
      },
    ).finally(() => setBusy(false))
    if (answer.kind === 'ok') {
      messageID.current = newID()
      setText('')
      setCredit('')
      setClose(false)
    } else if (answer.kind === 'refused') {
      setErrors(answer.problem.fields ?? {})
      setOutdated(answer.problem.code === 'version_conflict')
    }
    // The next attempt counts what is shown now as read.
    if (answer.kind !== 'offline') read.current = null
  }
  return (
    <Card component="form" maw="46rem" onSubmit={onSubmit} noValidate aria-label={t('Send answer')}>
      {outdated ? (
        <Note tone="warn">{t('The customer has added to this case. Read it, then send your answer again.')}</Note>
      ) : null}
      <Textarea
        label={t('Your answer')}
        description={t(
          // A closed case is final.
          close
            ? hasMailServer
              ? 'The customer gets it by email.'
              : 'The customer sees it after signing in.'
            : hasMailServer
              ? 'The customer gets it by email and can reply for 10 days.'
              : 'The customer sees it after signing in and can reply for 10 days.',
        )}
        withAsterisk
        rows={5}
        resize="vertical"
        value={text}
        onChange={({ currentTarget }) => {
          read.current ??= version
          setText(currentTarget.value)
          setErrors(without('text'))
        }}
        error={errors['text']}
      />
      {isCredited ? (
        <Text c="dimmed">{t('A credit was given from this case.')}</Text>
      ) : givesCredit ? (
        <>
          <Box maw="14rem">
            <MoneyInput
              label={t('Credit')}
              description={t('Optional. Once for each case.')}
              value={credit}
              onChange={setCredit}
              error={errors['credit']}
            />
          </Box>
          <GoodwillEffect customerID={customerID} amount={credit} />
        </>
      ) : null}
      <Checkbox
        label={t('Close the case: the customer can’t add to it')}
        checked={close}
        onChange={({ currentTarget }) => setClose(currentTarget.checked)}
      />
      <NoMailServer when="with" />
      <Group>
        <Button type="submit" loading={busy}>
          {t('Send answer')}
        </Button>
      </Group>
      {guard.question}
    </Card>
  )
}
