import { Tiles } from '#client/ui/office/tiles.tsx'
import { type ReactNode, useState } from 'react'
import { Fieldset, Text, TextInput, type TextInputProps } from '@mantine/core'
import { readDollars, readNumber, showNumber } from '#domain/typed-numbers.ts'
import styles from './form-parts.module.css'

export function Fields({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Fieldset
      variant="unstyled"
      legend={
        title === undefined ? undefined : (
          <Text span fz="md" fw={600}>
            {title}
          </Text>
        )
      }
    >
      <Tiles min="15rem" align="start" gap="12px 16px">
        {children}
      </Tiles>
    </Fieldset>
  )
}

export function Wide({ children }: { children: ReactNode }) {
  return <div style={{ gridColumn: '1 / -1' }}>{children}</div>
}

/** Title, name and family name beside each other. */
export function NameRow({ children }: { children: ReactNode }) {
  return <div className={styles.names}>{children}</div>
}

const readPercent = (text: string) => readNumber(text.replace(/\s*%\s*$/, ''))
const showPercent = (value: number) => `${value}%`
const showTyped = (value: number) => showNumber(value, '$')

/** AUD dollars with two decimals; an empty box is an empty text. */
export function MoneyInput(props: NumberBoxProps) {
  return <NumberBox inputMode="decimal" read={readDollars} show={showTyped} {...props} />
}

/** Percent with two decimals, from 0 to 100. */
export function PercentInput(props: NumberBoxProps) {
  return <NumberBox inputMode="decimal" read={readPercent} show={showPercent} {...props} />
}

export function WholeInput(props: NumberBoxProps) {
  return <NumberBox inputMode="numeric" read={readNumber} show={String} {...props} />
}

interface NumberBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
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
 * A field for a number without mask, truncation or clamping. Text that is no number reaches the form unchanged, so that
 * the schema refuses it.
 */
function NumberBox({ value, onChange, onBlur, read, show, ...rest }: NumberBoxProps & Kind) {
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
