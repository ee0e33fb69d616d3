/**
 * A 64-bit hash of texts, in two halves, to tell rows apart. Only the count of odd lines depends on it, so it
 * has to be fast and well distributed, not collision-resistant.
 */
export class Fingerprint {
  #one = 0x2f0b_4c47
  #two = 0x6a09_e667

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

  /** 32-bit numbers, from 0. */
  get halves(): readonly [one: number, two: number] {
    return [this.#one >>> 0, this.#two >>> 0]
  }
}
