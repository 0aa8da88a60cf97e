import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { checkValue } from '#client/shells/check-value.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { MoneyInput, PercentInput, WholeInput } from '#client/shells/form-parts.tsx'
import { phone, postcode } from '#contract/contact-shapes.ts'
import { day, dollars, percentage, runNumber } from '#contract/shapes.ts'

const BOXES = {
  money: { Box: MoneyInput, shape: dollars },
  percent: { Box: PercentInput, shape: percentage },
  whole: { Box: WholeInput, shape: runNumber },
} as const

function Form({ kind }: { kind: keyof typeof BOXES }) {
  const [value, setValue] = useState<number | string>('')
  const { Box, shape } = BOXES[kind]
  return (
    <MantineProvider env="test">
      <Box label="Box" value={value} onChange={setValue} error={value === '' ? undefined : checkValue(shape, value)} />
      <output>{JSON.stringify(value)}</output>
    </MantineProvider>
  )
}

test.each([
  ['money', '-5', '-$5.00', -5, 'This field must be non-negative Number'],
  ['money', '1200.5', '$1,200.50', 1200.5, null],
  ['money', '$1,200', '$1,200.00', 1200, null],
  ['money', '25.555', '$25.555', 25.555, 'Money has at most two decimals'],
  ['money', '12,5', '12,5', '12,5', 'This field must be Number'],
  ['money', '25 dollars', '25 dollars', '25 dollars', 'This field must be Number'],
  ['money', '10000000', '$10,000,000.00', 10_000_000, 'At most $1,000,000'],
  ['money', '12345678901234567890', '12345678901234567890', '12345678901234567890', 'This field must be Number'],
  ['percent', '-1', '-1%', -1, 'This field must be non-negative Number'],
  ['percent', '12.5 %', '12.5%', 12.5, null],
  ['percent', '101', '101%', 101, 'At most 100'],
  ['whole', '100', '100', 100, 'At most 99'],
  ['whole', '0', '0', 0, 'At least 1'],
  ['whole', '2.5', '2.5', 2.5, 'This field must be Number'],
  ['whole', 'two', 'two', 'two', 'This field must be Number'],
] as const)('A %s box keeps “%s” as it is typed', async (kind, typed, shown, value, problem) => {
  const user = userEvent.setup()
  render(<Form kind={kind} />)
  const box = screen.getByLabelText('Box')
  await user.type(box, typed)
  expect(box).toHaveValue(typed)
  await user.tab()
  expect(box).toHaveValue(shown)
  expect(screen.getByRole('status')).toHaveTextContent(JSON.stringify(value))
  if (problem === null) expect(box).not.toHaveAttribute('aria-invalid', 'true')
  else expect(screen.getByText(problem)).toBeVisible()
})

test('A pasted value is kept whole, and an emptied box is empty', async () => {
  const user = userEvent.setup()
  render(<Form kind="money" />)
  await user.click(screen.getByLabelText('Box'))
  await user.paste('(60.00)')
  expect(screen.getByRole('status')).toHaveTextContent('-60')
  await user.clear(screen.getByLabelText('Box'))
  await user.tab()
  expect(screen.getByLabelText('Box')).toHaveValue('')
  expect(screen.getByRole('status')).toHaveTextContent('""')
})

function Days() {
  const [value, setValue] = useState('2026-11-09')
  return (
    <MantineProvider env="test">
      <DayInput
        label="Day"
        required
        value={value}
        onChange={setValue}
        error={value === '' ? undefined : (checkValue(day, value) ?? undefined)}
      />
      <output>{value}</output>
    </MantineProvider>
  )
}

test.each([
  ['01/01/1890', '01/01/1890', '1890-01-01', 'From 01/01/1900 to 31/12/2999'],
  ['31/02/2026', '31/02/2026', '31/02/2026', 'This field must be Date'],
  ['soon', 'soon', 'soon', 'This field must be Date'],
  ['1/2/26', '01/02/2026', '2026-02-01', null],
] as const)('A day box keeps “%s” as it is typed', async (typed, shown, value, problem) => {
  const user = userEvent.setup()
  render(<Days />)
  const box = screen.getByLabelText(/^Day/)
  await user.clear(box)
  await user.type(box, typed)
  await user.tab()
  expect(box).toHaveValue(shown)
  expect(screen.getByRole('status')).toHaveTextContent(value)
  if (problem === null) expect(screen.queryByText(/This field|From 01/)).toBeNull()
  else expect(screen.getByText(problem)).toBeVisible()
})

test('A postcode and a phone number are checked alike by form and server', () => {
  expect(['2158', '800', '99999', '0000', 'Dural'].map((text) => checkValue(postcode, text))).toEqual([
    null,
    null,
    'This isn’t an Australian postcode',
    'This isn’t an Australian postcode',
    'This isn’t an Australian postcode',
  ])
  expect(['0412 345 678', '', '123'].map((text) => checkValue(phone, text))).toEqual([
    null,
    null,
    'This isn’t a phone number',
  ])
})
