import { useMemo } from 'react'
import { Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { previewChasing } from '#contract/v1/chasing.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { customerColumn } from '#client/shells/customer-columns.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { NoMailServerWords, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'

type Shown = OutputOf<typeof previewChasing>
type Row = Shown['items'][number]

const STEP_WORDS = sentences({ first: 'First reminder', second: 'Second reminder', final: 'Final reminder' })
const WHO_WORDS = sentences({ reminded: 'Gets a reminder', left_out: 'Left out' })

const columnsOf = (): readonly Column<Row>[] => [
  {
    id: 'number',
    title: t('Invoice'),
    main: true,
    cell: ({ invoiceID, number }) => (
      <Link className={rowLink} to={officePaths.invoice(invoiceID)}>
        {number}
      </Link>
    ),
    csv: ({ number }) => number,
  },
  customerColumn(),
  {
    id: 'next',
    title: t('Next'),
    cell: ({ step, message }) => (step === null ? message : t(STEP_WORDS[step])),
    csv: ({ step, message }) => (step === null ? message : t(STEP_WORDS[step])),
  },
  {
    id: 'owing',
    title: t('Owing'),
    end: true,
    cell: ({ owing }) => <Money dollars={owing} />,
    csv: ({ owing }) => owing,
  },
  { id: 'dueDate', title: t('Due'), cell: ({ dueDate }) => formatDay(dueDate), csv: ({ dueDate }) => dueDate },
  {
    id: 'remindedOn',
    title: t('Last reminder'),
    cell: ({ remindedOn }) => (remindedOn === null ? null : formatDay(remindedOn)),
    csv: ({ remindedOn }) => remindedOn,
  },
]

/** /invoices/chasing: who gets a payment reminder next, who is left out and why. */
export function ChasingPage() {
  const columns = useMemo(() => columnsOf(), [])
  const hasMailServer = useHasMailServer()
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'who',
        label: t('Who'),
        options: (['reminded', 'left_out'] as const).map((value) => ({ value, label: t(WHO_WORDS[value]) })),
      },
    ],
    [],
  )
  return (
    <ListScreen
      name="chasing"
      title={t('Payment reminders')}
      endpoint={previewChasing}
      columns={columns}
      keyOf={({ invoiceID }) => invoiceID}
      nameOf={({ number }) => number}
      filters={filters}
      counted={(count) => plural(count, '{{count}} overdue invoice', '{{count, number}} overdue invoices')}
      // Nothing is said of a time at which nothing will be sent.
      sums={({ at, isOn, reminded: { customers, owing } }) => {
        const amount = showDollars(owing)
        return {
          number:
            !isOn || !hasMailServer
              ? plural(customers, '{{count}} reminder, {{amount}}', '{{count, number}} reminders, {{amount}}', {
                  amount,
                })
              : plural(
                  customers,
                  '{{when}}: {{count}} reminder, {{amount}}',
                  '{{when}}: {{count, number}} reminders, {{amount}}',
                  { when: formatDayAndTime(at), amount },
                ),
        }
      }}
      back={backOf}
      empty={{ title: t('Nothing is overdue'), how: t('Overdue invoices are listed here.') }}
    />
  )
}

const backOf = (answer: Shown | undefined) => <Back answer={answer} />

/** The note is on the line of the way back, because above the list it would move the first row below 240 px. */
function Back({ answer }: { answer: Shown | undefined }) {
  const hasMailServer = useHasMailServer()
  return (
    // On a phone two lines are kept, because the answer comes later than the list's place.
    <Group gap="4px 16px" mih={{ base: 52, sm: 0 }}>
      <Link to={officePaths.invoices()}>{t('All invoices')}</Link>
      {!hasMailServer ? (
        <NoMailServerWords when="before" />
      ) : answer?.isOn === false ? (
        <strong>{t('Automatic reminders are off.')}</strong>
      ) : null}
    </Group>
  )
}
