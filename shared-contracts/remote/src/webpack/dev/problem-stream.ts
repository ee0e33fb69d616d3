import type { IncomingMessage, ServerResponse } from 'node:http'

/** Path of the stream on the development server. The shell's banner listens to it. */
export const problemsPath = '/problems'

/** What keeps the sources from being right, as their tools say it. */
export interface Problems {
  readonly build: readonly string[]
  readonly types: readonly string[]
}

export interface ProblemStream {
  /** Tells every page that listens; what is left out stays as it was. */
  readonly tell: (change: Partial<Problems>) => void
  /** Answers a page: what is wrong now, and each change, as server-sent events with JSON. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void
}

/** Announces the errors of a development build to the pages that run it, which see no terminal. */
export function problemStream(): ProblemStream {
  const pages = new Set<ServerResponse>()
  let problems: Problems = { build: [], types: [] }
  const event = () => `data: ${JSON.stringify(problems)}\n\n`
  return {
    tell(change) {
      problems = { ...problems, ...change }
      for (const page of pages) page.write(event())
    },
    serve(_, response) {
      // no-transform: compression would hold the events back.
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform' })
      response.write(event())
      pages.add(response)
      response.once('close', () => pages.delete(response))
    },
  }
}
