/** The cells of a table that are edited have the name of their column in this attribute. */
export const cellAttribute = 'data-cell'

/** The edited cell next to one: beside it in its row, or above or below it in its column; null at the edge. */
export function neighbour(cell: Element, right: number, down: number): HTMLElement | null {
  const row = cell.closest('tr')
  const own = cell.closest<HTMLElement>(`[${cellAttribute}]`)
  if (!row || !own) return null
  if (down !== 0) {
    const other = down > 0 ? row.nextElementSibling : row.previousElementSibling
    const same = [...(other?.querySelectorAll<HTMLElement>(`[${cellAttribute}]`) ?? [])]
    return same.find((each) => each.getAttribute(cellAttribute) === own.getAttribute(cellAttribute)) ?? null
  }
  const cells = [...(row.closest('tbody')?.querySelectorAll<HTMLElement>(`[${cellAttribute}]`) ?? [])]
  return cells[cells.indexOf(own) + right] ?? null
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the focus to the next cell in the direction of an arrow key; false for other keys. */
export function moveByArrow(cell: Element, key: string): boolean {
  const direction = arrows[key]
  if (!direction) return false
  focusCell(neighbour(cell, ...direction))
  return true
}

/** Moves the focus into a cell: to its input, if it is open. */
export function focusCell(cell: HTMLElement | null): boolean {
  const target = cell?.querySelector<HTMLElement>('input, button')
  target?.focus()
  return target !== undefined && target !== null
}
