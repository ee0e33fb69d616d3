import { message } from '../../text/message.ts'

/**
 * The message about the quantity that an ad buys of its product: none is given, or it is below the product's minimum
 * purchase (spec/site "Ad navigation"), and by how much; null if it is enough.
 */
export function quantityError(quantity: number | null, minimum: number): string | null {
  if (quantity === null) return message('required')
  const short = minimum - quantity
  return short > 0 ? message('quantity_min', minimum, short) : null
}
