import { creative } from '@adsite/contract'

const { name: _name, format_id: _format, ...commonFields } = creative.fields

/** Fields common to the creatives of several images; name and format are specific to each. */
export const commonCreative = { ...creative, fields: commonFields }
