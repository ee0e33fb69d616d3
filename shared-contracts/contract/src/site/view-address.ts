/** URL parameter of the current view; `0` means none, overriding the default view. */
export const viewParameter = 'view'

/** Serialises the named parameters of a URL in order, without empty ones, so that equal states give equal strings. */
export function stateOf(parameters: readonly string[], search: URLSearchParams): string {
  const given = parameters.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return new URLSearchParams(given).toString()
}

/** Whether a URL has none of the list's parameters, so that the default view opens. */
export function isBare(parameters: readonly string[], search: URLSearchParams): boolean {
  return stateOf(parameters, search) === '' && ['after', 'before', viewParameter].every((name) => !search.has(name))
}
