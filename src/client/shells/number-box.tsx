import { useState } from 'react'
import { TextInput, type TextInputProps } from '@mantine/core'

export interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number, or the typed text if it is none; an empty text: no value. */
  value?: number | string | null
  onChange?: (value: number | string) => void
}

interface Kind {
  /** Null: the text is no number of this kind. */
  read: (text: string) => number | null
  /** The number as text, never rounded. */
  show: (value: number) => string
}

/**
 * A field for a number that does not change what is typed: no mask, truncation or clamping. Text that is no number is
 * passed to the form unchanged, so that the schema refuses it.
 */
export function NumberBox({ value, onChange, onBlur, read, show, ...rest }: NumberBoxProps & Kind) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...rest}
      value={typed ?? (typeof value === 'number' ? show(value) : (value ?? ''))}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange?.(text.trim() === '' ? '' : (read(text) ?? text))
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
