import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './button.module.css'

/** `plain`: one of many beside each other on a driver's screen, for gloves. */
type Variant = 'filled' | 'default' | 'plain' | 'subtle' | 'danger'

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  variant?: Variant
  /** A running button can't be pressed again, and announces that it runs. */
  loading?: boolean
  /** As high as the office's controls, 44 px on a phone. */
  compact?: boolean
  children: ReactNode
}

/**
 * A 56 px button for screens that must open without signal and for a customer's home page. It saves Mantine's 20 KiB in
 * their first load.
 */
export function Button({
  variant = 'filled',
  loading = false,
  compact = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={compact ? `${buttonLook(variant)} ${styles.compact}` : buttonLook(variant)}
      disabled={disabled === true || loading}
      aria-busy={loading}
      {...rest}
    >
      {loading ? <span className={styles.spinner} aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  )
}

/** The class names of a button for a link, because ui knows no router: `<Link className={buttonLook()} to=…>` */
export function buttonLook(variant: Variant = 'filled'): string {
  return `${styles.button} ${styles[variant]}`
}
