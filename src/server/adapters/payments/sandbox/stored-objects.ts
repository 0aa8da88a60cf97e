import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/database.ts'
import { sandboxObjects } from '../../../db/tables/sandbox.ts'
import type { ObjectKind, ObjectOf, SandboxObject } from './objects.ts'

/** An id or reference comes from a request; what is no word is none of ours. */
const isWord = (text: string) => /^\w+$/.test(text)

export interface ListQuery {
  /** Only objects that refer to this one. */
  readonly ref?: string | undefined
  /** Seconds since 1970. */
  readonly since?: number | undefined
  /** Types of events; empty: all. */
  readonly types?: readonly string[]
  /** The last object of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The sandbox's objects, looked up by id or by the object they refer to, within one transaction. */
export class StoredObjects {
  readonly #tx: Transaction

  constructor(tx: Transaction) {
    this.#tx = tx
  }

  async add(object: SandboxObject, ref: string | null = null): Promise<void> {
    const { id, object: kind, created } = object
    await this.#tx.insert(sandboxObjects).values({ id, kind, ref, created, body: object })
  }

  /** @param ref undefined: it refers to the same object as before */
  async change(object: SandboxObject, ref?: string): Promise<void> {
    const set = { body: object, ...(ref !== undefined && { ref }) }
    await this.#tx.update(sandboxObjects).set(set).where(eq(sandboxObjects.id, object.id))
  }

  async find<K extends ObjectKind>(kind: K, id: string | null | undefined): Promise<ObjectOf<K> | undefined> {
    if (!id || !isWord(id)) return undefined
    const [row] = await this.#tx
      .select({ body: sandboxObjects.body })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.kind, kind)))
    return row?.body as ObjectOf<K> | undefined
  }

  /** The objects that refer to this one, the oldest first. @param ref null: those that refer to none */
  async of<K extends ObjectKind>(kind: K, ref: string | null): Promise<ObjectOf<K>[]> {
    const refers = ref === null ? isNull(sandboxObjects.ref) : eq(sandboxObjects.ref, ref)
    const rows = await this.#tx
      .select({ body: sandboxObjects.body })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.kind, kind), refers))
      .orderBy(sandboxObjects.place)
    return rows.map(({ body }) => body as ObjectOf<K>)
  }

  /** The newest that refers to one of these objects. */
  async last<K extends ObjectKind>(kind: K, refs: readonly string[]): Promise<ObjectOf<K> | undefined> {
    const [row] = await this.#tx
      .select({ body: sandboxObjects.body })
      .from(sandboxObjects)
      .where(and(eq(sandboxObjects.kind, kind), inArray(sandboxObjects.ref, [...refs])))
      .orderBy(desc(sandboxObjects.place))
      .limit(1)
    return row?.body as ObjectOf<K> | undefined
  }

  /** The newest first, as in all lists of Stripe. */
  async list<K extends ObjectKind>(
    kind: K,
    { ref, since = 0, types = [], after, limit }: ListQuery,
  ): Promise<{ readonly data: ObjectOf<K>[]; readonly hasMore: boolean }> {
    if ([ref, after].some((id) => id !== undefined && !isWord(id))) return { data: [], hasMore: false }
    const { id, place, created, body } = sandboxObjects
    const before = this.#tx
      .select({ place })
      .from(sandboxObjects)
      .where(eq(id, after ?? ''))
    const rows = await this.#tx
      .select({ body })
      .from(sandboxObjects)
      .where(
        and(
          eq(sandboxObjects.kind, kind),
          ref === undefined ? undefined : eq(sandboxObjects.ref, ref),
          gte(created, since),
          types.length === 0 ? undefined : inArray(sql`${body} ->> 'type'`, [...types]),
          after === undefined ? undefined : lt(place, before),
        ),
      )
      .orderBy(desc(place))
      .limit(limit + 1)
    return { data: rows.slice(0, limit).map(({ body }) => body as ObjectOf<K>), hasMore: rows.length > limit }
  }

  /** @param before seconds since 1970 */
  async forgetEvents(before: number): Promise<void> {
    await this.#tx
      .delete(sandboxObjects)
      .where(and(eq(sandboxObjects.kind, 'event'), lt(sandboxObjects.created, before)))
  }
}
