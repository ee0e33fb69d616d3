import { deliveryFieldNames, recordOf } from '@adsite/contract'

/** Index of a field's value in the values of a row. */
export const fieldPlace = recordOf(deliveryFieldNames, (_, place) => place)
