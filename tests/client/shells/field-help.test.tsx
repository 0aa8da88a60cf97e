import { MantineProvider, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from '#client/ui/office/theme.ts'

test.each([
  ['TextInput', TextInput],
  ['NumberInput', NumberInput],
  ['NativeSelect', NativeSelect],
  ['Textarea', Textarea],
])('The help of a %s is below its box, so that boxes side by side are level', (_name, Input) => {
  render(
    <MantineProvider theme={theme} env="test">
      <Input label="Pay rate" description="AUD per bag." />
    </MantineProvider>,
  )
  const help = screen.getByText('AUD per bag.')
  expect(screen.getByLabelText('Pay rate').compareDocumentPosition(help)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
