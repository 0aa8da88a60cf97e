import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import { listCases } from '#contract/v1/cases.ts'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { listInvoices, listUnbilledRuns } from '#contract/v1/invoices.ts'
import { listMails, previewKeptMails } from '#contract/v1/mails.ts'
import { listPayTotals } from '#contract/v1/pays.ts'
import { listSuburbRequests } from '#contract/v1/registration.ts'
import { listRequests } from '#contract/v1/requests.ts'
import type { Day } from '#domain/dates.ts'
import { type HomeTaskKind, INVOICES_TO_SEND } from '#domain/home-tasks.ts'
import type { Cents } from '#domain/money.ts'

/**
 * The list that each kind of task opens, with its filters. Home asks the list's own handler, so that its count and the
 * list's total cannot differ.
 */
export interface TaskList<E extends Endpoint = Endpoint> {
  readonly kind: HomeTaskKind
  readonly list: E
  readonly filters: InputOf<E>
  count(answer: AnswerOf<E>): number
  /** A day or an instant of the first item, which the filters sort to be the oldest. */
  oldest?(answer: AnswerOf<E>): Date | Day | null | undefined
  amount?(answer: AnswerOf<E>): Cents
}

const task = <E extends Endpoint>(list: TaskList<E>): TaskList => list as unknown as TaskList

type Total = { total: number }
const total = (answer: Total) => answer.total

const invoices = (kind: HomeTaskKind, filters: InputOf<typeof listInvoices>, oldest: 'issueDate' | 'dueDate') =>
  task({
    kind,
    list: listInvoices,
    filters: { ...filters, sort: oldest, perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.[oldest],
    amount: ({ totalOwing }) => totalOwing,
  })

const mails = (kind: HomeTaskKind, filters: InputOf<typeof listMails>) =>
  task({
    kind,
    list: listMails,
    filters: { ...filters, sort: 'createdAt', perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.createdAt,
  })

const requests = (kind: HomeTaskKind, filters: InputOf<typeof listRequests>, oldest: 'createdAt' | 'acceptedAt') =>
  task({
    kind,
    list: listRequests,
    filters: { ...filters, sort: oldest, perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.[oldest],
  })

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, amount) => total + amount, 0)

export const TASK_LISTS: readonly TaskList[] = [
  invoices('mails-failed', { delivery: 'failed' }, 'issueDate'),
  // Those that can't be sent any more, as of a paid invoice, are nothing to do.
  task({ kind: 'mails-kept', list: previewKeptMails, filters: {}, count: ({ sendable }) => sendable }),
  task({
    kind: 'exceptions',
    list: listExceptions,
    filters: { status: 'open', sort: 'receivedAt', perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.receivedAt,
  }),
  requests('requests-accepted', { accepted: true }, 'acceptedAt'),
  requests('requests-unanswered', { quoted: false }, 'createdAt'),
  task({
    kind: 'suburb-requests',
    list: listSuburbRequests,
    filters: { sort: 'createdAt', perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.createdAt,
  }),
  task({
    kind: 'cases',
    list: listCases,
    filters: { state: 'open', sort: 'waitingSince', perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.waitingSince,
  }),
  task({
    kind: 'unbilled-runs',
    list: listUnbilledRuns,
    filters: {},
    count: total,
    oldest: ({ items }) =>
      items.flatMap(({ completedAt }) => completedAt ?? []).toSorted((a, b) => a.getTime() - b.getTime())[0],
    amount: ({ items }) => sum(items.map(({ amount }) => amount)),
  }),
  invoices('invoices-to-send', INVOICES_TO_SEND, 'issueDate'),
  task({
    kind: 'bank-lines',
    list: listBankLines,
    filters: { state: 'waiting', sort: 'day', perPage: 1 },
    count: total,
    oldest: ({ items: [first] }) => first?.day,
  }),
  invoices('invoices-reopened', { reopened: true }, 'dueDate'),
  invoices('payment-reminders', { reminderDue: true }, 'dueDate'),
  invoices('invoices-overdue', { overdue: true }, 'dueDate'),
  mails('mails-undeliverable', { undeliverable: true }),
  task({
    kind: 'drivers-to-pay',
    list: listPayTotals,
    filters: {},
    count: ({ items }) => items.filter(({ payable }) => payable > 0).length,
    amount: ({ items }) => sum(items.map(({ payable }) => Math.max(payable, 0))),
  }),
]
