import { onTestFailed } from 'vitest'

interface LogLine {
  readonly request_id?: string
  readonly err?: { readonly stack: string }
}

/** Errors that the API logged while it answered requests. An answer with status 500 does not name its cause, so a failing test prints it. */
export class ServerErrors {
  readonly #stacks = new Map<string, string>()

  /** Reads a line of the API's log. */
  read(line: string): void {
    const { request_id, err } = JSON.parse(line) as LogLine
    if (request_id !== undefined && err) this.#stacks.set(request_id, err.stack)
  }

  /** Prints the error behind an answer if the running test fails; outside of a test (in `beforeAll`), prints it at once. */
  printOnFailure(request: string, { headers, status }: Response): void {
    const stack = this.#stacks.get(headers.get('X-Request-Id') ?? '') ?? 'The API logged no error.'
    // oxlint-disable-next-line no-console -- Vitest prints what goes to the console under the name of the test
    const print = () => console.error(`${request} answered ${status}: ${stack}`)
    try {
      onTestFailed(print)
    } catch {
      print()
    }
  }
}
