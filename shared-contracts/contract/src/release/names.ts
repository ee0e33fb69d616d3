/** The unit of the shell; every other unit is an area's. */
export const shellUnit = 'shell'

/** Name patterns of units and builds, as in the registry. */
export const unitName = /^[a-z][a-z0-9-]{0,39}$/u
export const buildName = /^[0-9a-z][0-9a-z.-]{0,99}$/u
