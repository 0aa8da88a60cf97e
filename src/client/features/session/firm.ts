/** What a page before the sign-in knows of the business. */
export interface Firm {
  /** The business's name; the product's where it is not known yet. */
  readonly name: string
  readonly logoUrl: string | null
  /** The installation has no admin yet, and the server has printed a one-time link. Null: not known yet. */
  readonly setUpNeeded: boolean | null
  /** Strangers may register (ALLOW_REGISTER); undefined before the server has answered. */
  readonly allowRegister?: boolean
  /** What the firm tells its customers at the moment; undefined before the server has answered. */
  readonly notice?: string | null
  /** The number customers call; empty: none, or not known yet. */
  readonly phone?: string
  /** False: emails are kept, because no mail server is set up. */
  readonly sendsMail?: boolean
  /** The provider that admins may log in with; undefined before the server has answered. */
  readonly signInProvider?: string | null
}
