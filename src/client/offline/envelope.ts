import type { StoredEvent, StoredPhoto } from './stored.ts'

/**
 * An event as it travels: payload flat beside `type`, envelopes of older builds up-cast to today's (there is one
 * version so far). Actor, run and delivery stay on the phone. One of a newer build, left here by a roll-back, goes as it is
 * stored: whatever a build says in an event lies in its payload, so the office gets all of it, and keeps what it can't read
 * for a person.
 * @param photo the photo of a photo event, which knows the address the bytes went to
 */
export function toWire(event: StoredEvent, photo: Pick<StoredPhoto, 'key'> | null): Record<string, unknown> {
  const { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, payload } = event
  const wire = { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, ...payload }
  return type === 'photo' ? { ...wire, key: photo?.key ?? '' } : wire
}
