import { deliveryFieldNames, type DeliveryFieldName } from '@adsite/contract'

/** Where a field's value stands in the values of a row. */
export const fieldPlace = Object.fromEntries(deliveryFieldNames.map((name, place) => [name, place])) as Readonly<
  Record<DeliveryFieldName, number>
>
