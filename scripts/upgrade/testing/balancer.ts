import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { Agent } from 'undici'

interface Target {
  readonly url: string
  inFlight: number
  /** Called when the last call in flight has been answered. */
  idle: () => void
}

/** A round-robin load balancer. It never retries: a call that a process fails is a failed call. */
export class Balancer {
  readonly #targets: Target[] = []
  /** No time limit for responses. */
  readonly #dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  #turn = 0
  /** Calls by process. */
  readonly served = new Map<string, number>()

  readonly app = new Hono().all('*', async (c) => {
    const target = this.#targets[this.#turn++ % this.#targets.length]
    if (!target) return c.text('There is no process\n', 502)
    const { pathname, search } = new URL(c.req.url)
    target.inFlight += 1
    try {
      const own: RequestInit & { dispatcher: Agent } = { dispatcher: this.#dispatcher }
      const answer = await proxy(new URL(`${pathname}${search}`, target.url), {
        raw: c.req.raw,
        redirect: 'manual',
        customFetch: (request) => fetch(request, own),
      })
      // Reads the whole response, so that no process is stopped in the middle of one.
      const body = answer.body ? await answer.arrayBuffer() : null
      this.served.set(target.url, (this.served.get(target.url) ?? 0) + 1)
      return new Response(body, answer)
    } finally {
      target.inFlight -= 1
      if (target.inFlight === 0) target.idle()
    }
  })

  add(url: string): void {
    this.#targets.push({ url, inFlight: 0, idle: () => {} })
  }

  /** Stops sending calls to a process and waits for those in flight. */
  async remove(url: string): Promise<void> {
    const index = this.#targets.findIndex((target) => target.url === url)
    const [target] = this.#targets.splice(index, 1)
    if (!target || target.inFlight === 0) return
    await new Promise<void>((done) => {
      target.idle = done
    })
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy()
  }
}
