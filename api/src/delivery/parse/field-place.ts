import { deliveryFieldNames, type DeliveryFieldName } from '@adsite/contract'

/** Index of a field's value in the values of a row. */
export const fieldPlace = Object.fromEntries(deliveryFieldNames.map((name, place) => [name, place])) as Readonly<
  Record<DeliveryFieldName, number>
>
