import { memo, useRef, type KeyboardEvent, useState, useEffect } from 'react'
import { BAGS_MAX } from '#domain/limits.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { boxLook } from '#client/ui/core/field.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import styles from './next-stop.module.css'
import sheet from './sheet.module.css'

interface BagStepperProps {
  bags: number
  onChange: (bags: number) => void
  onMore: () => void
}

const USUAL = [1, 2, 3] as const

/**
 * 1 2 3 +: one tap for nearly every stop. Arrow keys select, as in any radio group, but `+` opens a sheet and only
 * takes the focus.
 */
export const BagStepper = memo(function BagStepper({ bags, onChange, onMore }: BagStepperProps) {
  const group = useRef<HTMLDivElement>(null)
  const usual = (USUAL as readonly number[]).includes(bags)

  function onKeyDown(event: KeyboardEvent): void {
    const step =
      event.key === 'ArrowRight' || event.key === 'ArrowUp'
        ? 1
        : event.key === 'ArrowLeft' || event.key === 'ArrowDown'
          ? -1
          : 0
    if (step === 0) return
    event.preventDefault()
    const radios = [...(group.current?.querySelectorAll('button') ?? [])]
    const at = radios.findIndex((radio) => radio === document.activeElement) + step
    const count = USUAL[at]
    if (count !== undefined) onChange(count)
    radios[at]?.focus()
  }

  return (
    <div ref={group} role="radiogroup" aria-label={t('Bags')} className={styles.bags} onKeyDown={onKeyDown}>
      {USUAL.map((count) => (
        <button
          key={count}
          type="button"
          role="radio"
          aria-checked={bags === count}
          aria-label={plural(count, '{{count}} bag', '{{count}} bags')}
          tabIndex={bags === count ? 0 : -1}
          className={styles.bag}
          onClick={() => onChange(count)}
        >
          {bags === count ? plural(count, '{{count}} bag', '{{count}} bags') : count}
        </button>
      ))}
      <button
        type="button"
        role="radio"
        aria-checked={!usual}
        tabIndex={usual ? -1 : 0}
        aria-label={usual ? t('More bags') : plural(bags, '{{count}} bag', '{{count}} bags')}
        className={styles.bag}
        onClick={onMore}
      >
        {usual ? '+' : bags}
      </button>
    </div>
  )
})

interface BagsSheetProps {
  opened: boolean
  /** The count the stepper begins with. */
  bags: number
  onClose: () => void
  onChoose: (bags: number) => void
}

const QUICK = [4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25] as const

export function BagsSheet({ opened, bags, onClose, onChoose }: BagsSheetProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('How many bags?')} from="sheet">
      <div className={sheet.numbers}>
        {QUICK.map((count) => (
          <Button
            key={count}
            variant="plain"
            aria-label={plural(count, '{{count}} bag', '{{count}} bags')}
            onClick={() => onChoose(count)}
          >
            {count}
          </Button>
        ))}
      </div>
      <AnyNumber bags={bags} onChoose={onChoose} />
      <Button variant="plain" onClick={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}

function AnyNumber({ bags, onChoose }: Pick<BagsSheetProps, 'bags' | 'onChoose'>) {
  const [text, setText] = useState(String(bags))
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0
  const fits = count >= 1 && count <= BAGS_MAX
  const step = (by: number) => setText((before) => String(Math.min(BAGS_MAX, Math.max(1, (Number(before) || 0) + by))))
  const fewer = useHold(() => step(-1))
  const more = useHold(() => step(1))
  return (
    <form
      className={sheet.any}
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) onChoose(count)
      }}
    >
      <Button variant="plain" aria-label={t('One bag less')} {...fewer}>
        −1
      </Button>
      <input
        className={boxLook}
        aria-label={t('Bags')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
      <Button variant="plain" aria-label={t('One bag more')} {...more}>
        +1
      </Button>
      <Button type="submit" disabled={!fits}>
        {plural(count, 'Use {{count}} bag', 'Use {{count}} bags')}
      </Button>
    </form>
  )
}

const BEFORE_MS = 450
const EVERY_MS = 90

/**
 * A button's handlers: one tap acts once, holding it repeats; a click without a pointer (keyboard, screen reader) acts
 * too.
 */
function useHold(act: () => void) {
  const latest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  useEffect(() => {
    latest.current = act
  })
  const release = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    held.current = true
    latest.current()
    timer.current = setTimeout(repeat, EVERY_MS)
  }
  return {
    onPointerDown: () => {
      held.current = false
      timer.current = setTimeout(repeat, BEFORE_MS)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A long press would open the browser's own menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      release()
      if (!held.current) latest.current()
      held.current = false
    },
  }
}
