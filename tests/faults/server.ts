import type { Product } from '../support/browser/product.ts'

/** The office's server, which dies at moments of others' choosing and is started again, as its keeper does. */
export class Server {
  readonly #product: Product
  #restart: Promise<void> | null = null
  kills = 0

  constructor(product: Product) {
    this.#product = product
  }

  /** `kill -9`, and a start a moment later. While it is down already nothing happens. */
  async die(): Promise<void> {
    if (this.#restart !== null) return
    this.kills += 1
    this.#restart = this.#dieAndRise()
    // Told to whoever waits for it to stand again.
    this.#restart.catch(() => undefined)
  }

  async #dieAndRise(): Promise<void> {
    await this.#product.kill()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await this.#product.start()
    this.#restart = null
  }

  /** Throws with the end of its log when it did not come up again. */
  async standsAgain(): Promise<void> {
    await this.#restart
  }
}
