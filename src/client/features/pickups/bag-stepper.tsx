import { memo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './next-stop.module.css'

interface BagStepperProps {
  bags: number
  onChange: (bags: number) => void
  onMore: () => void
}

const USUAL = [1, 2, 3] as const

/**
 * 1 2 3 +: one tap for nearly every stop; `+` asks for the number. Arrow keys select, as in any radio group; on `+`
 * they only move the focus, since it opens a sheet.
 */
export const BagStepper = memo(function BagStepper({ bags, onChange, onMore }: BagStepperProps) {
  const { t } = useTranslation('pickups')
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
    <div ref={group} role="radiogroup" aria-label={t('bags')} className={styles.bags} onKeyDown={onKeyDown}>
      {USUAL.map((count) => (
        <button
          key={count}
          type="button"
          role="radio"
          aria-checked={bags === count}
          aria-label={t('bagChoice', { count })}
          tabIndex={bags === count ? 0 : -1}
          className={styles.bag}
          onClick={() => onChange(count)}
        >
          {bags === count ? t('bagChoice', { count }) : count}
        </button>
      ))}
      <button
        type="button"
        role="radio"
        aria-checked={!usual}
        tabIndex={usual ? -1 : 0}
        aria-label={usual ? t('moreBags') : t('bagChoice', { count: bags })}
        className={styles.bag}
        onClick={onMore}
      >
        {usual ? '+' : bags}
      </button>
    </div>
  )
})
