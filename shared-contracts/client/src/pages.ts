interface Page<T> {
  readonly data: readonly T[]
  readonly page: { readonly next: string | null }
}

/**
 * Every record of a list, page by page:
 * `for await (const campaign of pages((after) => client.campaign.list({ query: { limit: 100, after } })))`.
 */
export async function* pages<T>(read: (after: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let after: string | undefined
  for (;;) {
    const { data, page } = await read(after)
    yield* data
    if (page.next === null) return
    after = page.next
  }
}
