/** Colours of the series, in order; each has a contrast of 3:1 and more on white, and they differ for colour-blind readers too. */
export const seriesColours = ['#1f71ff', '#c2570c'] as const

/**
 * Colours of the period before beside each series, for thin dashed lines. The first one is dark: its line crosses the
 * bars of its own series, and has a contrast of 3:1 on these too.
 */
export const formerColours = ['#0b2e6b', '#c2570c'] as const

/** Greys of a chart's own lines and letters. */
export const chartGreys = { text: '#4a4f57', axis: '#9aa0a8', grid: '#e6e8eb' } as const
