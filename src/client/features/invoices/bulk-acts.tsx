import { useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { type ListedInvoice, listInvoices, printInvoices, printSelectedInvoices } from '#contract/v1/invoices.ts'
import { bulkInvoices } from '#contract/v1/tasks.ts'
import { dayOf } from '#domain/dates.ts'
import { reminderProblem } from '#domain/invoicing.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOwnDepot } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { PdfButton, usePdf } from '#client/shells/pdf-button.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { BulkPayDialog } from './bulk-pay-dialog.tsx'
import { useToTasks } from './to-tasks.ts'

const BULK_QUESTION_WORDS = sentences({
  send: 'Send {{whose}} by email?',
  remind: 'Send reminders for {{whose}}?',
  'mark-printed': 'Mark {{whose}} as printed?',
})

const BULK_CONFIRM_WORDS = sentences({
  send: 'Send',
  remind: 'Send reminders',
  'mark-printed': 'Mark as printed',
})

const BULK_WHY_WORDS = sentences({
  send: 'Those sent before or waiting to be sent, and customers without email, are left out.',
  remind:
    'Each gets its next reminder. Left out are invoices that owe nothing or aren’t overdue, those reminded in the last 7 days or twice, and customers whose payment may be waiting.',
  'remind-list': 'Each gets its next reminder, unless the customer’s payment may be waiting.',
  'mark-printed': 'They count as sent from then on.',
})

const BULK_WILL_WORDS = {
  send: (count: number, byEmail: number) =>
    plural(
      count,
      '{{count}} of them isn’t sent yet, {{byEmail, number}} of which can be emailed.',
      '{{count, number}} of them aren’t sent yet, {{byEmail, number}} of which can be emailed.',
      { byEmail },
    ),
  remind: (count: number, byEmail: number) =>
    plural(
      count,
      '{{count}} of them is due a reminder today, {{byEmail, number}} of which can be emailed.',
      '{{count, number}} of them are due a reminder today, {{byEmail, number}} of which can be emailed.',
      { byEmail },
    ),
  'mark-printed': (count: number) =>
    plural(
      count,
      '{{count}} of them isn’t sent yet and has no email.',
      '{{count, number}} of them aren’t sent yet and have no email.',
    ),
} as const

type Whom = Pick<CallOf<typeof bulkInvoices>, 'invoiceIDs' | 'filters'>
type Act = 'send' | 'remind' | 'mark-printed' | 'pay'

export function SelectedInvoices({ rows, onDone }: { rows: readonly ListedInvoice[]; onDone: () => void }) {
  const { timeZone } = useOffice().profile.config
  const [act, setAct] = useState<Act | null>(null)
  const savePdf = usePdf()
  const owing = sumDollars(rows.map((row) => row.owing))
  const whom = { invoiceIDs: rows.map(({ invoiceID }) => invoiceID) }
  return (
    <>
      <span>{t('owing {{amount}}', { amount: showDollars(owing) })}</span>
      <Button variant="default" onClick={() => setAct('pay')}>
        {t('Record payments')}
      </Button>
      <Button variant="default" onClick={() => setAct('send')}>
        {t('Send')}
      </Button>
      <Button variant="default" onClick={() => setAct('remind')}>
        {t('Remind')}
      </Button>
      <MoreActs
        acts={[
          { label: t('Print'), onClick: () => void savePdf(printSelectedInvoices, whom, 'Invoices.pdf') },
          { label: t('Mark as printed'), onClick: () => setAct('mark-printed') },
        ]}
      />
      <BulkDialogs
        act={act}
        whom={whom}
        count={rows.length}
        withoutEmail={rows.filter(({ email }) => email === null).length}
        toRemind={rows.filter((row) => row.email !== null && isRemindable(row, timeZone)).length}
        onClose={() => setAct(null)}
        onDone={onDone}
      />
      {act === 'pay' ? <BulkPayDialog rows={rows} onClose={() => setAct(null)} onDone={onDone} /> : null}
    </>
  )
}

export function WholeListActs({ query }: { query: Readonly<Record<string, unknown>> }) {
  // The list sends the same query, so there is one request.
  const { data } = useQuery(ask(listInvoices, query as CallOf<typeof listInvoices>))
  const [act, setAct] = useState<Act | null>(null)
  const savePdf = usePdf()
  const { page: _page, perPage: _perPage, sort: _sort, ...rest } = query
  const depotID = useOwnDepot()
  // The server acts for a user of one depot only on what names it.
  const filters = { ...rest, ...(depotID !== null && { depotID }) } as NonNullable<Whom['filters']>
  if (data?.total === 0 && act === null) return null
  return (
    <>
      <MoreActs
        label={
          data === undefined
            ? t('Actions for this list')
            : plural(
                data.total,
                'Actions for the {{count}} invoice in this list',
                'Actions for all {{count, number}} in this list',
              )
        }
        acts={[
          { label: t('Send by email'), onClick: () => setAct('send') },
          { label: t('Send reminders'), onClick: () => setAct('remind') },
          {
            label: t('Print those without email'),
            onClick: () => void savePdf(printInvoices, filters, 'Invoices.pdf'),
          },
          { label: t('Mark those without email as printed'), onClick: () => setAct('mark-printed') },
        ]}
      />
      {data === undefined ? null : (
        <BulkDialogs act={act} whom={{ filters }} all={data} count={data.total} onClose={() => setAct(null)} />
      )}
    </>
  )
}

interface BulkDialogsProps {
  act: Act | null
  whom: Whom
  count: number
  /** The whole list, with its sums; without it, the selected ones. */
  all?: Pick<OutputOf<typeof listInvoices>, 'totalAmount' | 'totalOwing'>
  /** Among the selected ones; the whole list asks the server. */
  withoutEmail?: number
  toRemind?: number
  onClose: () => void
  onDone?: () => void
}

/** Asks, then makes the task and shows its progress. */
function BulkDialogs({ act, whom, count, all, withoutEmail = 0, toRemind = 0, onClose, onDone }: BulkDialogsProps) {
  const toTasks = useToTasks()
  const done = () => {
    onDone?.()
    toTasks()
  }
  const counted = plural(count, '{{count}} invoice', '{{count, number}} invoices')
  const whoseOf = (one: Act) =>
    all !== undefined && one === 'mark-printed'
      ? t('the invoices without email among the {{all}}', { all: counted })
      : counted
  return (
    <>
      {(['send', 'remind', 'mark-printed'] as const).map((one) => (
        <ConfirmCommand
          key={one}
          opened={act === one}
          question={t(BULK_QUESTION_WORDS[one], { whose: whoseOf(one) })}
          confirm={t(BULK_CONFIRM_WORDS[one])}
          endpoint={bulkInvoices}
          input={{ action: one, ...whom }}
          done={t('Started')}
          mails={one !== 'mark-printed'}
          {...(one === 'send' && { print: <PrintInstead whom={whom} /> })}
          onClose={onClose}
          onDone={done}
        >
          {all === undefined ? null : <WholeList act={one} filters={whom.filters ?? {}} {...{ all, count }} />}
          {one === 'remind' && all === undefined ? (
            <p>
              {plural(
                toRemind,
                '{{count}} of them gets a reminder by email.',
                '{{count, number}} of them get a reminder by email.',
              )}
            </p>
          ) : null}
          {one === 'mark-printed' ? null : all === undefined ? (
            <WithoutEmail count={withoutEmail} />
          ) : (
            <WithoutEmailInList act={one} filters={whom.filters ?? {}} />
          )}
          <p>{t(BULK_WHY_WORDS[one === 'remind' && all !== undefined ? 'remind-list' : one])}</p>
        </ConfirmCommand>
      ))}
    </>
  )
}

/** Whether a reminder of this invoice would be sent today: the server decides by the same rule. */
function isRemindable({ dueDate, owing, firstRemindAt, secondRemindAt }: ListedInvoice, timeZone: string): boolean {
  const dayAt = (at: string | null) => at && dayOf(new Date(at), timeZone)
  const reminded = { dueDate, owing, isReopened: false, collectAgainOn: null }
  const sent = { firstRemindOn: dayAt(firstRemindAt), secondRemindOn: dayAt(secondRemindAt) }
  return reminderProblem({ ...reminded, ...sent }, dayOf(new Date(), timeZone)) === null
}

function WithoutEmail({ count }: { count: number }) {
  return count === 0 ? null : (
    <p>
      {plural(count, '{{count}} has no email and is left out.', '{{count, number}} have no email and are left out.')}
    </p>
  )
}

/** Counts those without an email among the invoices that the act is for. */
function WithoutEmailInList({ act, filters }: Pick<WholeListProps, 'act' | 'filters'>) {
  const meant = { ...filters, ...MEANT[act], hasEmail: 'false', perPage: 1 } as const
  const { data } = useQuery({
    ...ask(listInvoices, meant as CallOf<typeof listInvoices>),
    enabled: filters.hasEmail !== 'true',
    staleTime: 0,
  })
  return <WithoutEmail count={data?.total ?? 0} />
}

/** Offered where no mail server is set: the invoices that would have been emailed, or the selected ones, as one PDF. */
function PrintInstead({ whom: { invoiceIDs, filters } }: { whom: Whom }) {
  const shown = { name: 'Invoices.pdf', label: t('Print instead') }
  if (invoiceIDs !== undefined) return <PdfButton endpoint={printSelectedInvoices} input={{ invoiceIDs }} {...shown} />
  return <PdfButton endpoint={printInvoices} input={{ hasEmail: 'true', sent: 'false', ...filters }} {...shown} />
}

interface WholeListProps {
  act: 'send' | 'remind' | 'mark-printed'
  filters: NonNullable<Whom['filters']>
  all: Pick<OutputOf<typeof listInvoices>, 'totalAmount' | 'totalOwing'>
  count: number
}

/** Which invoices of a list each act does something with. */
const MEANT = {
  send: { sent: 'false', hasEmail: 'true' },
  remind: { reminderDue: 'true', hasEmail: 'true' },
  'mark-printed': { sent: 'false', hasEmail: 'false' },
} as const

/** How many invoices the act is for, what they come to, and how many of them it does something with. */
function WholeList({ act, filters, all, count }: WholeListProps) {
  const { hasEmail, ...concerned } = MEANT[act]
  const will = useCount(filters, { ...concerned, hasEmail })
  const concerns = useCount(filters, hasEmail === 'true' ? concerned : { ...concerned, hasEmail })
  return (
    <p>
      {plural(
        count,
        '{{count}} invoice of {{amount}}, {{owing}} owing.',
        '{{count, number}} invoices of {{amount}}, {{owing}} owing.',
        { amount: showDollars(all.totalAmount), owing: showDollars(all.totalOwing) },
      )}{' '}
      {will === undefined || concerns === undefined ? null : BULK_WILL_WORDS[act](concerns, will)}
    </p>
  )
}

/** How many invoices of the list are such. A filter of the list may leave none of them. */
function useCount(filters: NonNullable<Whom['filters']>, such: Readonly<Record<string, string>>): number | undefined {
  const isNone = Object.entries(such).some(([name, value]) => String(Reflect.get(filters, name) ?? value) !== value)
  const { data } = useQuery({
    ...ask(listInvoices, { ...filters, ...such, perPage: 1 } as CallOf<typeof listInvoices>),
    enabled: !isNone,
    staleTime: 0,
  })
  return isNone ? 0 : data?.total
}
