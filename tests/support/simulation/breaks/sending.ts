import type { TextBreak } from '../breaks.ts'

const DEVICE = 'src/client/offline'

export const SENDING: readonly TextBreak[] = [
  // What ends an event's sending.
  {
    name: 'the record of a rejected photo is deleted',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `if (event.type === 'photo') return void (await db.events.delete(event.eventID))`,
  },
  {
    name: 'events that an answer does not name are acknowledged',
    file: `${DEVICE}/send/verdict.ts`,
    text: `if (eventIDs.every((eventID) => named.has(eventID))) return { kind: 'judged', answer }`,
    becomes: `if (named.size >= 0) return { kind: 'judged', answer: { ...answer, results: eventIDs.map((eventID) => answer.results.find((one) => one.eventID === eventID) ?? { eventID, result: 'applied' as const }) } }`,
  },
  {
    name: 'a rejected event counts as acknowledged',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (verdict.result === 'rejected') await reject(device, event, verdict, now)`,
    becomes: `if (verdict.code === 'never') await reject(device, event, verdict, now)`,
  },
  {
    name: 'an event is acknowledged without a verdict',
    file: `${DEVICE}/send/settle.ts`,
    text: `return { ...event, state: 'queued', attempts: event.attempts + 1`,
    becomes: `return { ...event, state: (event.attempts > 1 ? 'acknowledged' : 'queued') as 'queued', attempts: event.attempts + 1`,
  },
  {
    name: 'a 200 without the product’s header is accepted',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1') return status < 300 ? { kind: 'ok', value: { results: [], items: [], total: 0 } as never, status, etag: null } : foreign('not-ours')`,
  },
  {
    name: 'a 404 without the product’s header is a verdict',
    file: `src/client/api/call.ts`,
    text: `if (headers.get(OURS_HEADER) !== '1') return foreign('not-ours')`,
    becomes: `if (headers.get(OURS_HEADER) !== '1' && status !== 404) return foreign('not-ours')`,
  },
  {
    name: 'photo bytes are deleted as soon as they are acknowledged',
    file: `${DEVICE}/store/purge.ts`,
    text: `withBytes.filter((event) => isOld(event.acknowledgedAt) ||`,
    becomes: `withBytes.filter((event) => event.acknowledgedAt !== null ||`,
  },
  // Order and retry delays.
  {
    name: 'events are sent past an earlier one of their stop that needs attention',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `at: inTurn,\n        isHeld: before.isHeld || inTurn > now || travelsAlone(event)`,
    becomes: `at: isStuck ? before.at : inTurn,\n        isHeld: before.isHeld || (!isStuck && inTurn > now) || travelsAlone(event)`,
  },
  {
    name: 'events are sent newest first',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `.sort((a, b) => a.seq - b.seq)`,
    becomes: `.sort((a, b) => b.seq - a.seq)`,
  },
  {
    name: 'Retry-After is ignored',
    file: `${DEVICE}/outbox/backoff.ts`,
    text: `holdUntil: heldUntil(before, now, retryAfterMs)`,
    becomes: `holdUntil: before.holdUntil`,
  },
  {
    name: 'a request under way at a kill holds its events',
    file: `${DEVICE}/store/device.ts`,
    text: `inFlight: new Set(),`,
    becomes: `inFlight: ((globalThis as unknown as Record<string, Set<string>>)['flown'] ??= new Set<string>()),`,
  },
  {
    name: 'a clock set back delays the next attempt by days',
    file: `${DEVICE}/outbox/backoff.ts`,
    text: `return at <= now || at > now + BACKOFF_MAX_MS + 1_000`,
    becomes: `return at <= now`,
  },
  {
    name: 'a 413 acknowledges the batch',
    file: `${DEVICE}/send/verdict.ts`,
    text: `  if (status === 413 && eventIDs.length > 1) return { kind: 'smaller' }\n  const lastAnswer`,
    becomes: `  if (status === 413) return { kind: 'judged', answer: { results: eventIDs.map((eventID) => ({ eventID, result: 'applied' as const })) } }\n  const lastAnswer`,
  },
  {
    name: 'an event that needs attention is sent again by itself',
    file: `${DEVICE}/outbox/plan.ts`,
    text: `const own = isStuck || isUnderWay ?`,
    becomes: `const own = isUnderWay ?`,
  },
  {
    name: 'a stale XSRF cookie counts against the event',
    file: `${DEVICE}/send/verdict.ts`,
    text: `if (isVerdict(answer) && problem.code !== 'xsrf_mismatch') return`,
    becomes: `if (isVerdict(answer)) return`,
  },
  {
    name: 'a new XSRF value is never fetched',
    file: `src/client/api/call.ts`,
    text: `if (first.kind !== 'refused' || first.problem.code !== 'xsrf_mismatch') return first`,
    becomes: `if (first.kind !== 'offline') return first`,
  },
  {
    name: 'no new upload address is requested after a rejection',
    file: `${DEVICE}/send/settle.ts`,
    text: `if (event.type === 'photo') await db.photos.update(event.payload.photoID, { key: null })`,
    becomes: `void 0`,
  },
  {
    name: 'the signed-in user is not checked again before a request',
    file: `${DEVICE}/send/session.ts`,
    text: `if (!(await isStill())) stop.abort()`,
    becomes: `void isStill`,
  },
  {
    name: 'a new sign-in does not end the pause',
    file: `${DEVICE}/store/device.ts`,
    text: `mine !== null && mine.signInID !== pause.of`,
    becomes: `mine === null`,
  },
  {
    name: 'a restored server is not noticed',
    file: `${DEVICE}/server-rows.ts`,
    text: `if (before === undefined) return\n`,
    becomes: `if (before !== null) return\n`,
  },
  {
    name: 'records missing on the server are not sent again',
    file: `${DEVICE}/send/settle.ts`,
    text: `const lost = holes.size === 0 ?`,
    becomes: `const lost = holes.size >= 0 ?`,
  },
]
