import { useState } from 'react'
import { TextInput, type TextInputProps } from '@mantine/core'

export interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** A number, or what was typed that is none; an empty text: nothing. */
  value?: number | string | null
  onChange?: (value: number | string) => void
}

interface Kind {
  /** Null: what was typed is no number of this kind. */
  read: (text: string) => number | null
  /** The same number as people write it, never a rounded one. */
  show: (value: number) => string
}

/**
 * A box for a number that keeps what is typed: nothing is masked, cut or clamped, and what does not fit is told by the rules of the
 * form. What is no number goes to the form as the text it is, so that the schema refuses it.
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
