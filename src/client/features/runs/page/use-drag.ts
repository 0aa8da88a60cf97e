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
import { t } from '#client/ui/core/texts.ts'
import type { Item } from './lay-out.ts'

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const MODIFIERS = [upAndDown]
const MEASURING = { droppable: { strategy: MeasuringStrategy.Always } } as const

/** Drags rows by mouse, touch or keyboard, announced to screen readers. */
export function useDrag(items: readonly Item[], onDrop: (activeKey: string, overKey: string) => void) {
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
          ? t('Run {{round}}', { round: item.round.runNumber })
          : ''
    }
    return {
      onDragStart: ({ active }) => {
        const item = items.find(({ key }) => key === active.id)
        return item?.kind === 'stop'
          ? t('{{name}} picked up from stop {{place}} of run {{round}}.', {
              name: item.stop.customer,
              place: item.place,
              round: item.stop.runNumber,
            })
          : undefined
      },
      onDragOver: ({ active, over }) =>
        over === null
          ? undefined
          : t('{{name}} is over {{other}}.', { name: nameOf(active.id), other: nameOf(over.id) }),
      onDragEnd: ({ active, over }) =>
        over === null || over.id === active.id
          ? t('{{name}} stays where it was.', { name: nameOf(active.id) })
          : t('{{name}} dropped.', { name: nameOf(active.id) }),
      onDragCancel: ({ active }) => t('{{name}} stays where it was.', { name: nameOf(active.id) }),
    }
  }, [items])
  // The same object while only the page scrolls, because a new one would render all rows.
  const context = useMemo<DndContextProps>(
    () => ({
      sensors,
      collisionDetection: closestCenter,
      measuring: MEASURING,
      modifiers: MODIFIERS,
      accessibility: {
        announcements,
        screenReaderInstructions: {
          draggable: t(
            'Press Space to pick up the stop, the arrow keys to move it, Space to drop it, Escape to cancel. Alt with an arrow key moves it one position.',
          ),
        },
      },
      onDragStart: ({ active }) => setDragged(String(active.id)),
      onDragCancel: () => setDragged(null),
      onDragEnd: ({ active, over }: DragEndEvent) => {
        setDragged(null)
        if (over !== null) onDrop(String(active.id), String(over.id))
      },
    }),
    [sensors, announcements, onDrop],
  )
  return { dragged, context }
}
