import { afterAll, afterEach } from 'vitest'

// What a form keeps is encrypted first. A test that ends meanwhile would have it stored in the middle of the next one.
const { setTimeout } = globalThis
const { subtle } = crypto
const encrypt = subtle.encrypt.bind(subtle)
const underway = new Set<Promise<unknown>>()

subtle.encrypt = (...input) => {
  const sealed = encrypt(...input)
  underway.add(sealed)
  return sealed
}

afterEach(async () => {
  await Promise.allSettled(underway)
  underway.clear()
  // Whoever waits for the same goes first.
  await new Promise((resolve) => setTimeout(resolve))
})

afterAll(() => {
  subtle.encrypt = encrypt
})
