import { type ComponentPropsWithRef, createElement, type KeyboardEvent, type ReactNode, useId } from 'react'
import { buttonLook } from './button.tsx'
import styles from './parts.module.css'

/** The parts of every screen without Mantine. What has a look of its own adds a class to them. */

type Tag =
  | 'details'
  | 'div'
  | 'dl'
  | 'fieldset'
  | 'figcaption'
  | 'form'
  | 'label'
  | 'li'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul'
type Own<T extends Tag> = { as?: T; gap?: 'none' | 'small' | 'large' } & ComponentPropsWithRef<T>

export const classes = (...names: readonly (string | undefined | null | false)[]): string =>
  names.filter(Boolean).join(' ')

const part =
  <D extends Tag>(usual: D, ...look: readonly (string | undefined)[]) =>
  <T extends Tag = D>({ as, gap, className, ...rest }: Own<T>) =>
    createElement(as ?? usual, { ...rest, className: classes(...look, gap && styles[gap], className) })

/** One below the other. */
export const Stack = part('div', styles.stack)
/** Its parts stand beside each other, in as many rows as needed. */
export const Row = part('div', styles.row)
export const Card = part('section', styles.stack, styles.card)
/** The lines of a list, with a rule between them. */
export const Lines = part('ul', styles.lines)
/** One of them: its words, and the buttons at its end. */
export const Line = part('li', styles.row, styles.line)
/** A part of a card, under a rule. */
export const Below = part('div', styles.stack, styles.below)
export const Bullets = part('ul', styles.bullets)
export const Soft = part('p', styles.soft)

/** The class name of a link alone on its line, which a finger must hit. */
export const linkLook = styles.link

/** Columns of one width, as many as have room. */
export const Tiles = part('div', styles.tiles)
/** The same for one word each. */
export const NarrowTiles = part('div', styles.tiles, styles.narrow)

/** The place of a part that is being read. */
export const Bone = ({ height, ...rest }: Own<'div'> & { height: string }) => (
  <div {...rest} className={styles.bone} style={{ height }} />
)

interface SectionProps {
  title: ReactNode
  how?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card that is named by its title. */
export function Section({ title, how, className, children }: SectionProps) {
  const id = useId()
  return (
    <Card className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {how === undefined ? null : <Soft>{how}</Soft>}
      {children}
    </Card>
  )
}

interface FactListProps {
  facts: readonly (readonly [label: string, value: ReactNode] | null)[]
  beside?: boolean
}

/** What each value is, above it. */
export const FactList = ({ facts, beside = false }: FactListProps) => (
  <dl className={classes(beside ? styles.row : styles.stack, styles.facts)}>
    {facts.map((fact) =>
      fact === null ? null : (
        <div key={fact[0]}>
          <dt className={styles.soft}>{fact[0]}</dt>
          <dd>{fact[1]}</dd>
        </div>
      ),
    )}
  </dl>
)

interface ChoiceRowProps<T extends string> {
  label: string
  choices: readonly (readonly [value: T, words: string])[]
  /** Null: none of them. */
  chosen: T | null
  onChoose: (value: T) => void
}

/** One of a few, by a tap or by the arrow keys, as in any radio group. */
export function ChoiceRow<T extends string>({ label, choices, chosen, onChoose }: ChoiceRowProps<T>) {
  const at = choices.findIndex(([value]) => value === chosen)
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key] ?? 0
    const wanted = choices[at + step]
    if (step === 0 || wanted === undefined) return
    event.preventDefault()
    onChoose(wanted[0])
    event.currentTarget.querySelectorAll('button')[at + step]?.focus()
  }
  return (
    <Row role="radiogroup" aria-label={label} className={styles.choices} onKeyDown={onKeyDown}>
      {choices.map(([value, words], index) => (
        <button
          key={value}
          type="button"
          role="radio"
          data-show={value}
          aria-checked={value === chosen}
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          className={buttonLook('plain')}
          onClick={() => onChoose(value)}
        >
          {words}
        </button>
      ))}
    </Row>
  )
}

/** How many choices an arrow key moves by. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
