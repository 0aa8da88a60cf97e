import type { StoredEvent, StoredPhoto } from '../store/schema.ts'

/**
 * An event as it is sent: the payload's fields beside `type`, in the current envelope version (there is one so far);
 * without actor, run and delivery columns. An event of a newer build, left by a roll-back, is sent as stored: the
 * office stores what it can't read for review.
 * @param photo the photo of a photo event, with the address of the uploaded bytes
 */
export function toWire(event: StoredEvent, photo: Pick<StoredPhoto, 'key'> | null): Record<string, unknown> {
  const { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, payload } = event
  const wire = { eventID, v, assignmentID, seq, type, occurredAt, baseVersion, appBuild, ...payload }
  return type === 'photo' ? { ...wire, key: photo?.key ?? '' } : wire
}
