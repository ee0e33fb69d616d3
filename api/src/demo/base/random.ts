import { required } from '@adsite/contract'
/** A seeded generator, so that the demo is the same everywhere. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }

  /** In [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A real number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** An integer from `low` to `high`, inclusive. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  pick<T>(items: readonly T[]): T {
    return required(items[this.whole(0, items.length - 1)], 'an item to pick: the list is empty')
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }
}
