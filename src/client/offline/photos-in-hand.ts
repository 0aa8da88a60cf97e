import type { NotSavedReason } from './outbox/record.ts'
import type { Device } from './store/device.ts'
import type { OfflinePorts } from './store/schema.ts'

/** Why a photo was not stored. The stop's outcome is never affected. */
export type PhotoNotSaved = NotSavedReason | 'not-a-photo' | 'unreadable' | 'too-many-pixels'

export interface RefusedPhoto {
  assignmentID: string
  why: PhotoNotSaved
}

/** The photos that were picked and are not in the database, for every screen. */
export interface PhotosInHand {
  /** How many are being read, made smaller or stored. */
  saving: number
  /** Those that were not stored, until the driver has read why. */
  refused: readonly RefusedPhoto[]
  /** The stop whose photo has just been saved, for a few seconds. */
  savedAt: string | null
}

interface Hand {
  readonly userID: string
  now: PhotosInHand
  readonly listeners: Set<() => void>
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => PhotosInHand
  /** Ends the notes of the refused photos. */
  onRead: (() => void)[]
  /** Ends the confirmation. */
  timer: unknown
}

type Owner = Pick<Device, 'ports' | 'userID'>

/** Of the page, because a screen, or the opened database, may be gone before a photo is stored. */
const ofPages = new WeakMap<OfflinePorts, Hand>()

function handOf({ ports, userID }: Owner): Hand {
  const known = ofPages.get(ports)
  if (known?.userID === userID) return known
  const now = { saving: 0, refused: [], savedAt: null }
  const listeners = new Set<() => void>()
  const hand: Hand = {
    userID,
    now,
    listeners,
    onRead: [],
    timer: null,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => hand.now,
  }
  ofPages.set(ports, hand)
  return hand
}

function change(hand: Hand, what: Partial<PhotosInHand>): void {
  hand.now = { ...hand.now, ...what }
  for (const listener of hand.listeners) listener()
}

/** Screens take them from the week; this also works where that can't be read. */
export const photosInHand = (owner: Owner): Pick<Hand, 'subscribe' | 'read'> => handOf(owner)

/** How long the confirmation is shown, ms. */
const SAID_MS = 5_000

/**
 * Stores a photo; it counts as in hand meanwhile. @param save resolves to why it is not stored
 * @param onEnd called when it is stored, or when the driver has read why not
 */
export async function takeInHand(
  owner: Owner,
  assignmentID: string,
  save: () => Promise<PhotoNotSaved | null>,
  onEnd: () => void,
): Promise<void> {
  const hand = handOf(owner)
  change(hand, { saving: hand.now.saving + 1 })
  const why = await save()
  const saving = hand.now.saving - 1
  if (why !== null) {
    hand.onRead.push(onEnd)
    change(hand, { saving, refused: [...hand.now.refused, { assignmentID, why }] })
    return
  }
  onEnd()
  change(hand, { saving, savedAt: assignmentID })
  const { timers } = owner.ports
  if (hand.timer !== null) timers.clear(hand.timer)
  hand.timer = timers.set(SAID_MS, () => change(hand, { savedAt: null }))
}

/** The driver has read which photos were not stored. */
export function noteRefusalsRead(owner: Owner): void {
  const hand = handOf(owner)
  for (const end of hand.onRead.splice(0)) end()
  change(hand, { refused: [] })
}
