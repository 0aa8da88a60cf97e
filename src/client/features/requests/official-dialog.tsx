import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRequest, makeOfficial } from '#contract/v1/requests.ts'
import { getSuburb } from '#contract/v1/suburbs.ts'
import { firstBlocks } from '#domain/billing.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { INVOICE_TYPES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { DuePick, dueOf } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, WholeInput, Wide } from '#client/shells/form-parts.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { ShareEmail } from '#client/shells/share-email.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Request } from './use-request.ts'

type Values = { weekNumber: string; runNumber: number | ''; invoiceType: string; due: string }

export function OfficialDialog({
  request,
  onClose,
  onDone,
}: {
  request: Request
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation('requests')
  const terms = useTerms()
  const hasMailServer = useHasMailServer()
  const { customerID, fullName, email, collectionScheme, suburbID, ownWeek, weekNumber, runNumber, invoiceType } =
    request
  const { data: suburb } = useQuery(ask(getSuburb, { suburbID }))
  const initial: Values = {
    weekNumber: ownWeek && weekNumber !== null ? String(weekNumber) : '',
    runNumber,
    invoiceType,
    due: '',
  }
  return (
    <FormShell
      title={t('officialTitle', { name: fullName })}
      as="dialog"
      endpoint={makeOfficial}
      fixed={{ customerID }}
      initial={initial}
      required={['runNumber', 'invoiceType']}
      toInput={({ weekNumber: week, due, ...values }) => ({
        ...values,
        weekNumber: week === '' ? undefined : Number(week),
        due: dueOf(due, collectionScheme),
      })}
      editing={null}
      labels={{}}
      done={t('official')}
      ends={getRequest}
      submit={t('makeOfficial')}
      renderQuestion={({ code }, again) => (code === 'email_taken' ? <ShareEmail again={again} /> : null)}
      onClose={onClose}
      onSaved={onDone}
    >
      {(form) => {
        const values = form.getValues()
        return (
          <>
            <FirstInvoice request={request} invoiceType={values.invoiceType} />
            {email === null ? (
              <p>{t('officialNoMail')}</p>
            ) : hasMailServer ? (
              <p>{t('officialWhy', { email })}</p>
            ) : (
              <NoMailServer when="with" />
            )}
            <Fields>
              <NativeSelect
                label={t('weekNumber')}
                data={[{ value: '', label: suburbsWeek() }, ...terms.weeks]}
                {...form.getInputProps('weekNumber')}
              />
              <WholeInput label={t('runNumber')} withAsterisk {...form.getInputProps('runNumber')} />
              <Wide>
                <NativeSelect
                  label={t('invoiceType')}
                  withAsterisk
                  data={terms.invoiceTypesBeside(values.invoiceType)}
                  {...form.getInputProps('invoiceType')}
                />
              </Wide>
              <Wide>
                <DuePick
                  scheme={collectionScheme}
                  weekNumber={values.weekNumber === '' ? (suburb?.weekNumber ?? null) : Number(values.weekNumber)}
                  value={values.due}
                  onChange={(due) => form.setFieldValue('due', due)}
                  error={form.errors['due'] ?? form.errors['due.weekNumber'] ?? form.errors['due.monthNumber']}
                />
              </Wide>
            </Fields>
          </>
        )
      }}
    </FormShell>
  )

  function suburbsWeek(): string {
    const week = suburb?.weekNumber
    return typeof week === 'number'
      ? `${t('suburbsWeek')} (${week})`
      : `${t('suburbsWeek')} (${terms.t('noWeek').toLowerCase()})`
  }
}

/** A customer who pays in advance gets an invoice with the act. */
function FirstInvoice({ request: { paymentScheme, amount }, invoiceType }: { request: Request; invoiceType: string }) {
  const { t } = useTranslation('requests')
  const type = INVOICE_TYPES.find((each) => each === invoiceType)
  const first =
    type && firstBlocks({ scheme: paymentScheme, invoiceType: type, price: nearestCents(amount), prepaidLeft: 0 })
  if (!first) return null
  return (
    <Note tone="warn">
      {t('officialInvoice', { count: first.blocks * first.size, amount: showMoney(first.amount) })}
    </Note>
  )
}
