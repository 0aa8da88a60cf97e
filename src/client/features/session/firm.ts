/** What a page before the sign-in knows of the business it belongs to. */
export interface Firm {
  /** Its own name; the product's where none is known yet. */
  readonly name: string
  readonly logoUrl: string | null
  /** Nobody has signed in here yet: the server has printed a one-time link. Null: not heard yet. */
  readonly setUpNeeded: boolean | null
}
