import type { HomeTaskKind } from '#domain/home-tasks.ts'
import { menuCount } from '#client/ui/core/menu-entry.ts'
import { useTaskCount } from './use-home.ts'

/** How many wait behind a menu entry; nothing while none do or the number is not known. */
export function MenuCount({ kind }: { kind: HomeTaskKind }) {
  const waiting = useTaskCount(kind)
  return waiting === 0 ? null : <span className={menuCount}>{waiting.toLocaleString('en-AU')}</span>
}
