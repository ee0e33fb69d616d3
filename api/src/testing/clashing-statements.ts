import pg from 'pg'

/** Statements that were sent while their connection executed another one, as errors with the stack of the later one. */
const clashes: Error[] = []
/** What each connection executes. */
const executing = new WeakMap<object, unknown>()

// pg 8 makes the later one wait, and warns only of a third; its next major version refuses it.
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client: pg.Client, given: unknown[]) {
    const [statement] = given
    if (executing.has(client)) clashes.push(clashOf(executing.get(client), statement))
    const result: unknown = Reflect.apply(query, client, given)
    // Other results are streams of COPY, and calls of the pool, which gives the connection to nobody else meanwhile.
    if (result instanceof Promise) {
      executing.set(client, statement)
      const end = () => executing.get(client) === statement && executing.delete(client)
      result.then(end, end)
    }
    return result
  },
})

function clashOf(former: unknown, later: unknown): Error {
  const words = [former, later].map((statement) => JSON.stringify(statement).slice(0, 200)).join('\n')
  return new Error(`Statements of a transaction have to be awaited one after the other. These were sent at once:\n${words}`)
}

/** Returns what has been found since the last call. */
export function takeClashes(): Error[] {
  return clashes.splice(0)
}
