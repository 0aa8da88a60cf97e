import { Alert, Box, Checkbox, Table } from '@mantine/core'
import { runNumber, stopOrder } from '#contract/shapes.ts'
import { setRunNumbers } from '#contract/v1/customers.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { Fields, WholeInput } from '#client/shells/form-parts.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { CustomerRow } from './customers-columns.tsx'

type Values = { customers: number | ''; inOrder: boolean; firstStop: number | '' }

const FITTING: Values = { customers: 1, inOrder: false, firstStop: 1 }

function numbersProblems({ customers, inOrder, firstStop }: Values): Record<string, string> {
  const round = customers === '' ? null : checkValue(runNumber, customers)
  const first = inOrder ? checkValue(stopOrder, firstStop === '' ? undefined : firstStop) : null
  return { ...(round === null ? {} : { customers: round }), ...(first === null ? {} : { firstStop: first }) }
}

interface RunNumbersProps {
  /** The customers are in the order in which they were ticked, over all pages of the list. */
  rows: readonly CustomerRow[]
  onClose: () => void
  onDone: () => void
}

/** Sets the round of many customers, and optionally their places in it. */
export function RunNumbers({ rows, onClose, onDone }: RunNumbersProps) {
  const wishes = ({ customers: round, inOrder, firstStop }: Values) =>
    rows.map(({ customerID }, at) => ({
      customerID,
      runNumber: Number(round),
      ...(inOrder && { stopOrder: Number(firstStop) + at }),
    }))
  const place = (run: number, stop: number | null) =>
    stop === null ? t('Run {{run}}', { run }) : t('Run {{run}}, stop {{stop}}', { run, stop })
  return (
    <FormShell
      title={plural(rows.length, 'Set run number for {{count}} customer', 'Set run number for {{count}} customers')}
      as="dialog"
      endpoint={setRunNumbers}
      initial={{ customers: '', inOrder: false, firstStop: 1 } as Values}
      required={['customers']}
      check={numbersProblems}
      toInput={(values) =>
        values.customers === ''
          ? {}
          : { customers: wishes(Object.keys(numbersProblems(values)).length === 0 ? values : FITTING) }
      }
      labels={{ customers: t('New run number') }}
      done={t('Run numbers updated')}
      submit={t('Set run numbers')}
      renderQuestion={({ fields = {} }) =>
        Object.keys(fields).length === 0 ? null : <Refused fields={fields} rows={rows} />
      }
      onClose={onClose}
      onSaved={onDone}
    >
      {(form) => {
        const { customers: wanted, inOrder, firstStop } = form.getValues()
        const fits = wanted !== '' && Object.keys(numbersProblems(form.getValues())).length === 0
        return (
          <>
            <p>{t('Changes all or none. Stop order stays the same unless you number the stops here.')}</p>
            <Fields>
              <WholeInput data-autofocus {...form.getInputProps('customers')} />
              <Checkbox
                pt="sm"
                label={t('Number the stops in the current order')}
                {...form.getInputProps('inOrder', { type: 'checkbox' })}
              />
              {inOrder ? <WholeInput label={t('First stop order')} {...form.getInputProps('firstStop')} /> : null}
            </Fields>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <Box
              mah={{ sm: '40vh' }}
              style={{ overflow: 'auto' }}
              tabIndex={0}
              role="region"
              aria-label={t('Before and after')}
            >
              <Table stickyHeader>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('Full name')}</Table.Th>
                    <Table.Th>{t('Before')}</Table.Th>
                    <Table.Th>{t('After')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row, at) => (
                    <Table.Tr key={row.customerID}>
                      <Table.Td>{row.fullName}</Table.Td>
                      <Table.Td>{place(row.runNumber, row.stopOrder)}</Table.Td>
                      <Table.Td>
                        {!fits ? '–' : place(Number(wanted), inOrder ? Number(firstStop) + at : row.stopOrder)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Box>
          </>
        )
      }}
    </FormShell>
  )
}

/** Replaces the index in a refusal's field name by the customer's name. */
function Refused({ fields, rows }: { fields: Readonly<Record<string, string>>; rows: readonly CustomerRow[] }) {
  const nameOf = (path: string) => rows[Number(/^customers\.(\d+)\./.exec(path)?.[1])]?.fullName ?? path
  return (
    <Alert color="red" role="alert" title={t('Nothing was changed.')}>
      {Object.entries(fields).map(([path, sentence]) => (
        <p key={path}>
          {nameOf(path)}: {sentence}
        </p>
      ))}
    </Alert>
  )
}
