import { billingTypes, measures, quantityFigures } from '@adsite/contract'
import { sql, type SQL } from 'drizzle-orm'

const cases = (figureOf: (figure: string) => string) =>
  billingTypes.keys.flatMap((billing) => {
    const name = quantityFigures[billing]
    return name === null ? [] : [`when '${billing}' then ${figureOf(measures[name].figure)}`]
  })

/** How much of the quantity of the row's ad is delivered, from a row of sums (a table or its alias); null of a tenancy. */
export const deliveredQuantity = (sums: string): SQL => sql.raw(`case ads.billing ${cases((figure) => `${sums}.${figure}`).join(' ')} end`)
