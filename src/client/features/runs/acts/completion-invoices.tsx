import { useState } from 'react'
import { Box, Button, Flex, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewCompletion } from '#contract/v1/runs-plan.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const NO_INVOICE_WORDS = sentences({
  free: 'No charge',
  prepaid: 'Prepaid',
  collecting: '{{collected}} of {{size}} collections',
})

type Plan = Required<Pick<OutputOf<typeof previewCompletion>, 'invoices' | 'withoutInvoice'>>

const AT_FIRST = 10

export function CompletionInvoices({ invoices, withoutInvoice }: Plan) {
  const [all, setAll] = useState(false)
  const shown = all ? invoices : invoices.slice(0, AT_FIRST)
  const sumOf = (name: 'amount' | 'earlier' | 'inAdvance' | 'fromCredit') =>
    sumDollars(invoices.map((invoice) => invoice[name]))
  const [total, earlier, inAdvance] = [sumOf('amount'), sumOf('earlier'), sumOf('inAdvance')]
  const ofRun = sumDollars([total, -earlier, -inAdvance])
  const heading = plural(invoices.length, '{{count}} invoice', '{{count, number}} invoices')
  return (
    <section>
      <Title order={3} size="h4">
        {heading}
      </Title>
      {invoices.length === 0 ? null : (
        // A list longer than its container scrolls, by keyboard too:
        // https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <Box mah={{ sm: '40vh' }} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={heading}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Customer')}</Table.Th>
                <Table.Th ta="end">{t('Amount')}</Table.Th>
                <Table.Th ta="end">{t('From credit')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {/* A customer may get more than one invoice. */}
              {shown.map(({ customerID, customer, amount, fromCredit }, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Tr key={`${customerID} ${at}`}>
                  <Table.Td>
                    <Link to={officePaths.customer(customerID)}>{customer}</Link>
                  </Table.Td>
                  <Table.Td ta="end">
                    <Money dollars={amount} />
                  </Table.Td>
                  <Table.Td ta="end">{fromCredit === 0 ? '–' : <Money dollars={fromCredit} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th>{t('Total')}</Table.Th>
                <Table.Th ta="end">
                  <Money dollars={sumOf('amount')} />
                </Table.Th>
                <Table.Th ta="end">
                  <Money dollars={sumOf('fromCredit')} />
                </Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </Box>
      )}
      {earlier === 0 && inAdvance === 0 ? null : (
        <Text c="dimmed" fz="sm">
          {[
            ...(ofRun === 0 ? [] : [t('{{amount}} of this run', { amount: showDollars(ofRun) })]),
            ...(earlier === 0 ? [] : [t('{{amount}} of earlier collections', { amount: showDollars(earlier) })]),
            ...(inAdvance === 0
              ? []
              : [t('{{amount}} for collections in advance', { amount: showDollars(inAdvance) })]),
          ].join(' + ')}
          {` = ${showDollars(total)}`}
        </Text>
      )}
      {all || invoices.length <= AT_FIRST ? null : (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('Show all {{count, number}}', { count: invoices.length })}
        </Button>
      )}
      {withoutInvoice.length === 0 ? null : (
        <Box component="details" mt={8}>
          <summary>
            {plural(
              withoutInvoice.length,
              '{{count}} customer not invoiced yet (prepaid, no charge, or account not full)',
              '{{count, number}} customers not invoiced yet (prepaid, no charge, or account not full)',
            )}
          </summary>
          <Tiles component="ul" min="15rem" gap="2px 32px">
            {withoutInvoice.map(({ customerID, customer, why, collected, size }) => (
              <Flex key={customerID} component="li" justify="space-between">
                <span>{customer}</span>
                <Text span c="dimmed" fz="sm">
                  {t(NO_INVOICE_WORDS[why], { collected, size })}
                </Text>
              </Flex>
            ))}
          </Tiles>
        </Box>
      )}
    </section>
  )
}
