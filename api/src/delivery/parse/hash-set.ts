/** Share of the slots that may be taken; with more, searches become long. */
const mostTaken = 0.75

/**
 * A set of hashes (whole numbers from 1 to 2^53) in 11 to 21 bytes each. A file may have more lines than a `Set` can hold
 * (2^24), and a `Set` takes several times the memory.
 */
export class HashSet {
  /** Open addressing with linear probing; 0 is empty. The length is a power of two. */
  #slots = new Float64Array(1 << 12)
  #size = 0

  /** Returns false if the set has the hash already. */
  add(hash: number): boolean {
    if (!this.#put(hash)) return false
    this.#size += 1
    if (this.#size > this.#slots.length * mostTaken) this.#grow()
    return true
  }

  #put(hash: number): boolean {
    const slots = this.#slots
    const last = slots.length - 1
    // The upper bits: a hash is well distributed.
    let at = Math.floor(hash / 0x20_0000) & last
    for (; slots[at] !== 0; at = (at + 1) & last) if (slots[at] === hash) return false
    slots[at] = hash
    return true
  }

  #grow(): void {
    const former = this.#slots
    this.#slots = new Float64Array(former.length * 2)
    for (const hash of former) if (hash !== 0) this.#put(hash)
  }
}
