import { creative } from '@adsite/contract'

const { name: _name, format_id: _format, ...commonFields } = creative.fields

/** What creatives of images have in common: each has a name and a format of its own. */
export const commonCreative = { ...creative, fields: commonFields }
