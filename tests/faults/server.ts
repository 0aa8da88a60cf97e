import type { Product } from '../support/browser/product.ts'

/** The server, which is killed on request and started again, as its operator does. */
export class Server {
  readonly #product: Product
  #restart: Promise<void> | null = null
  kills = 0

  constructor(product: Product) {
    this.#product = product
  }

  /** `kill -9`, and a start a moment later. Does nothing while the server is down already. */
  async die(): Promise<void> {
    if (this.#restart !== null) return
    this.kills += 1
    this.#restart = this.#dieAndRise()
    // The error is reported to the callers that wait for the restart.
    this.#restart.catch(() => undefined)
  }

  async #dieAndRise(): Promise<void> {
    await this.#product.kill()
    await new Promise((resolve) => setTimeout(resolve, 700))
    await this.#product.start()
    this.#restart = null
  }

  /** Throws with the end of its log when it did not start again. */
  async standsAgain(): Promise<void> {
    await this.#restart
  }
}
