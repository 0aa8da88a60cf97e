import net from 'node:net'

/**
 * The stream of a pg connection. It always connects to one Unix socket or Windows pipe, and ignores the address that pg
 * passes.
 */
export class WireSocket extends net.Socket {
  readonly #path: string

  constructor(path: string) {
    super()
    this.#path = path
  }

  override connect(): this {
    return super.connect({ path: this.#path })
  }
}
