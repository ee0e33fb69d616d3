/**
 * Streams pieces as the body of an answer. The first is awaited, so that a database error still becomes a
 * refusal. The source ends when the client disconnects.
 */
export async function streamed(pieces: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | null = await pieces.next()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = first ?? (await pieces.next())
      first = null
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
