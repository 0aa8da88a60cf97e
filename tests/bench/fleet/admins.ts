import { request } from '../server/timed.ts'

/** What the office reads, one page after the other, while the phones send. */
export const officePages = (runOrderID: string) => [
  '/v1/runs',
  `/v1/runs/${runOrderID}`,
  '/v1/users/customers?perPage=50',
  '/v1/users/drivers',
  '/v1/runs?status=active',
]

/** ms between an admin's requests. */
const LOOK_MS = 500

/** Reads until it is stopped. @returns ms of each answer */
export async function readOn(
  { origin, token, pages, first }: { origin: string; token: string; pages: readonly string[]; first: number },
  over: () => boolean,
): Promise<number[]> {
  const took: number[] = []
  for (let at = first; !over(); at += 1) {
    const began = performance.now()
    await request(origin + pages[at % pages.length]!, { headers: { authorization: `Bearer ${token}` } }, 200)
    took.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return took
}
