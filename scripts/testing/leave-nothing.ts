import { afterAll } from 'vitest'

// The files of `unit` share a document and what the browser stores. What one leaves there, the next would find, or find in focus.
afterAll(() => {
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
  if (document.body.childElementCount === 0) return
  throw new Error(
    `The tests of this file leave elements in the page (they lack afterEach(cleanup)): ${document.body.innerHTML.slice(0, 1000)}`,
  )
})
