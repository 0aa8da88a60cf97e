import { lazy, type ComponentType } from 'react'

/** A screen that is loaded when it is first opened. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
