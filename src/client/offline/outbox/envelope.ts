import type { StoredEvent, StoredPhoto } from '../store/schema.ts'

/**
 * An event as it is sent: payload flat beside `type`, envelopes of older builds up-cast to the current version (there
 * is one version so far). Actor, run and delivery columns are not sent. An event of a newer build, left here by a
 * roll-back, is sent as stored: all of its content is in the payload, so the office gets it complete and stores what it
 * can't read for review.
 * @param photo the photo of a photo event; it has the address of the uploaded bytes
 */
export function toWire(event: StoredEvent, photo: Pick<StoredPhoto, 'key'> | null): Record<string, unknown> {
  const { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, payload } = event
  const wire = { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, ...payload }
  return type === 'photo' ? { ...wire, key: photo?.key ?? '' } : wire
}
