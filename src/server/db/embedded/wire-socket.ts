import net from 'node:net'

/** The stream pg talks through: it connects to one path, a Unix socket or a Windows pipe, whatever pg asks for. */
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
