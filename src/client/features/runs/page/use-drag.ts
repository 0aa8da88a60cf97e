import { useMemo, useState } from 'react'
import {
  type Announcements,
  closestCenter,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Item } from './lay-out.ts'

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const MODIFIERS = [upAndDown]
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } } as const

/** Drags rows by mouse, touch or keyboard, announced to screen readers. */
export function useDrag(items: readonly Item[], onDrop: (activeKey: string, overKey: string) => void) {
  const { t } = useTranslation('runPage')
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useMemo<Announcements>(() => {
    const nameOf = (id: UniqueIdentifier) => {
      const item = items.find(({ key }) => key === id)
      return item?.kind === 'stop'
        ? item.stop.customer
        : item?.kind === 'round'
          ? t('round', { round: item.round.runNumber })
          : ''
    }
    return {
      onDragStart: ({ active }) => {
        const item = items.find(({ key }) => key === active.id)
        return item?.kind === 'stop'
          ? t('dragLifted', { name: item.stop.customer, place: item.place, round: item.stop.runNumber })
          : undefined
      },
      onDragOver: ({ active, over }) =>
        over === null ? undefined : t('dragOver', { name: nameOf(active.id), other: nameOf(over.id) }),
      onDragEnd: ({ active, over }) =>
        over === null || over.id === active.id
          ? t('dragLeft', { name: nameOf(active.id) })
          : t('dragEnd', { name: nameOf(active.id) }),
      onDragCancel: ({ active }) => t('dragLeft', { name: nameOf(active.id) }),
    }
  }, [items, t])
  // The same object while only the page scrolls, because a new one would render all rows.
  const context = useMemo<DndContextProps>(
    () => ({
      sensors,
      collisionDetection: closestCenter,
      measuring: MEASURING,
      modifiers: MODIFIERS,
      accessibility: { announcements, screenReaderInstructions: { draggable: t('dragHow') } },
      onDragStart: ({ active }) => setDragged(String(active.id)),
      onDragCancel: () => setDragged(null),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        setDragged(null)
        if (over !== null) onDrop(String(active.id), String(over.id))
      },
    }),
    [sensors, announcements, onDrop, t],
  )
  return { dragged, context }
}
