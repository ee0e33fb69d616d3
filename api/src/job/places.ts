import { RequestError } from '../error/request-error.ts'

/**
 * Limits of files in transit, by account and in total: how many are received, processed, queued or fetched at a
 * time, and their bytes on disk.
 */
const limits = { account: { files: 20, bytes: 4_000_000_000 }, all: { files: 100, bytes: 16_000_000_000 } } as const
const inGigabytes = (bytes: number) => bytes / 1_000_000_000

interface Taken {
  files: number
  bytes: number
}

const fits = (taken: Taken, bytes: number, limit: Readonly<Taken>) => taken.files < limit.files && taken.bytes + bytes <= limit.bytes

/** Limits how many files are in transit. A caller without a slot is refused before the file is read. */
export class Places {
  readonly #byAccount = new Map<number, Taken>()
  readonly #all: Taken = { files: 0, bytes: 0 }

  /** Reserves a slot for a file of up to `bytes`; returns the function that releases it. */
  take(account: number, bytes: number): () => void {
    const own = this.#byAccount.get(account) ?? { files: 0, bytes: 0 }
    if (!fits(own, bytes, limits.account)) {
      const { files, bytes: most } = limits.account
      const message = {
        ja: `同時に処理できるファイルは、アカウントごとに${files}件、合計${inGigabytes(most)}GBまでです。処理中のファイルが終わってからお試しください`,
        en: `At most ${files} files of an account, ${inGigabytes(most)} GB in all, are processed at a time. Try again when one of them is done.`,
      }
      throw new RequestError('too_many_requests', { message, retryAfter: 5 })
    }
    if (!fits(this.#all, bytes, limits.all)) {
      const message = {
        ja: `ファイルの処理が混み合っています（同時に${limits.all.files}件まで）。しばらくしてからお試しください`,
        en: `Many files are being processed (at most ${limits.all.files} at a time). Try again later.`,
      }
      throw new RequestError('unavailable', { message, retryAfter: 10 })
    }
    this.#byAccount.set(account, own)
    for (const taken of [own, this.#all]) {
      taken.files += 1
      taken.bytes += bytes
    }
    let given = false
    return () => {
      if (given) return
      given = true
      for (const taken of [own, this.#all]) {
        taken.files -= 1
        taken.bytes -= bytes
      }
      if (own.files === 0) this.#byAccount.delete(account)
    }
  }
}
