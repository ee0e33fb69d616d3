import { randomInt } from 'node:crypto'

/** Others in each process, so that nobody can prepare a file whose lines have hashes that are slow to tell apart. */
const seeds = { one: randomInt(2 ** 32), two: randomInt(2 ** 32) }

/**
 * A 53-bit hash of texts, to tell rows apart. Only the count of odd lines depends on it, so it
 * has to be fast and well distributed, not collision-resistant.
 */
export class Fingerprint {
  #one = seeds.one
  #two = seeds.two

  /** Boundaries between texts count. */
  add(text: string): void {
    let one = this.#one ^ text.length
    let two = this.#two ^ text.length
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 0x9e37_79b1)
      one ^= one >>> 15
      two = Math.imul(two ^ code, 0x85eb_ca77)
      two ^= two >>> 13
    }
    this.#one = Math.imul(one ^ (one >>> 16), 0x27d4_eb2f)
    this.#two = Math.imul(two ^ (two >>> 16), 0x1656_67b1)
  }

  /** A whole number from 1 to 2^53. */
  get hash(): number {
    return (this.#one >>> 0) * 0x20_0000 + (this.#two >>> 11) + 1
  }
}
