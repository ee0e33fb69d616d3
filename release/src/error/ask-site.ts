import { ReleaseError } from './release-error.ts'

interface Question extends RequestInit {
  /** What is not done without an answer. */
  readonly what: string
  readonly advice: string
}

/**
 * Asks a site, whatever it answers.
 * @throws ReleaseError `site_failed` if it does not
 */
export async function askSite(address: URL, { what, advice, ...init }: Question): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    throw new ReleaseError('site_failed', { what, why: `${address.origin} does not answer (${causeOf(error)})`, advice })
  }
}

/** The cause that fetch hides: the name was not found, the connection was refused, it took too long. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(causeOf).join(', ')
  return error.cause === undefined ? error.message : causeOf(error.cause)
}
