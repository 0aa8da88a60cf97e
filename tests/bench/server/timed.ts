/** Calls a server as fast as it answers. @returns ms a call, from `callers` at a time */
export async function timed(calls: number, call: (at: number) => Promise<void>, callers = 1): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let at = next++; at < calls; at = next++) await call(at)
    }),
  )
  return (performance.now() - began) / calls
}

/** A request that has to succeed with this status, its answer read to the end. */
export async function request(url: string, init: RequestInit, status: number): Promise<Response> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (answer.status !== status)
    throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${text.slice(0, 300)}`)
  return new Response(text === '' ? null : text, { headers: answer.headers })
}
