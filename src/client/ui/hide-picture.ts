import type { SyntheticEvent } from 'react'

/** A logo this device has never seen, without signal: rather none than a broken picture. */
export function hidePicture({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden'
}
