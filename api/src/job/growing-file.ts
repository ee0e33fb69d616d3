import { open } from 'node:fs/promises'

const pieceBytes = 65_536
/** Time limits of a reader: without progress, and in total (milliseconds). */
const patience = { piece: 60_000, all: 1_800_000 }

/** A file that is read while another process writes it. */
export class GrowingFile {
  readonly #path: string
  #bytes = 0
  #end: { readonly error?: unknown } | null = null
  #wake = () => {}

  constructor(path: string) {
    this.#path = path
  }

  /** Reports the bytes written so far. */
  grow(bytes: number): void {
    this.#bytes = bytes
    this.#wake()
  }

  /** Reports the end; with an error, the file is incomplete. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error }
    this.#wake()
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    const file = await open(this.#path)
    try {
      let at = 0
      for (;;) {
        const length = Math.min(pieceBytes, this.#bytes - at)
        if (length > 0) {
          const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (this.#end) {
          if ('error' in this.#end) throw this.#end.error
          return
        } else await new Promise<void>((wake) => (this.#wake = wake))
      }
    } finally {
      await file.close()
    }
  }

  /** Streams the file at the reader's pace; `onEnd` runs when it has been read or the reader disconnects. */
  stream(onEnd: () => void): ReadableStream<Uint8Array> {
    const pieces = this.#pieces()
    let ended = false
    const end = () => {
      clearTimeout(whole)
      clearTimeout(waiting)
      if (ended) return
      ended = true
      void pieces.return(undefined)
      onEnd()
    }
    let waiting: NodeJS.Timeout | undefined
    let whole: NodeJS.Timeout | undefined
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          whole = setTimeout(() => giveUp(controller), patience.all).unref()
        },
        async pull(controller) {
          clearTimeout(waiting)
          try {
            const { done, value } = await pieces.next()
            if (done) {
              end()
              return controller.close()
            }
            controller.enqueue(value)
            waiting = setTimeout(() => giveUp(controller), patience.piece).unref()
          } catch (error) {
            end()
            throw error
          }
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    )

    function giveUp(controller: ReadableStreamDefaultController): void {
      end()
      controller.error(new Error('The reader takes too long'))
    }
  }
}
