import { Refusal } from './refusal.ts'

/** Files that are written at the same time: each holds a connection of the database as long as its reader takes. */
const atOnce = 4
/** A reader that takes nothing for so many milliseconds is given up. */
const patience = 60_000
let open = 0

/**
 * Pieces as the body of an answer, at the pace of its reader. The first one is awaited, so that an error of the
 * database still becomes a refusal; whoever leaves ends the source.
 */
export async function streamed(pieces: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  if (open >= atOnce) throw new Refusal('unavailable', { retryAfter: 10 })
  open += 1
  let ended = false
  let waiting: NodeJS.Timeout | undefined
  async function end(): Promise<void> {
    clearTimeout(waiting)
    if (ended) return
    ended = true
    open -= 1
    await pieces.return(undefined)
  }
  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const piece = await pieces.next()
      if (piece.done) await end()
      return piece
    } catch (error) {
      await end()
      throw error
    }
  }
  let first: IteratorResult<Uint8Array> | null = await next()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(waiting)
      const piece = first ?? (await next())
      first = null
      if (piece.done) return controller.close()
      controller.enqueue(piece.value)
      waiting = setTimeout(() => {
        void end()
        controller.error(new Error('The reader takes nothing'))
      }, patience).unref()
    },
    cancel: end,
  })
}
