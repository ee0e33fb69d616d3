/** Series colours in order; each has a contrast of at least 3:1 on white, and colour-blind users can tell them apart. */
export const seriesColours = ['#1f71ff', '#c2570c'] as const

/**
 * Colours of the previous period for each series, for thin dashed lines. The first is dark because its line
 * crosses the bars of its own series; it has a contrast of 3:1 on them, too.
 */
export const formerColours = ['#0b2e6b', '#c2570c'] as const

/** Greys for a chart's axes, grid and text. */
export const chartGreys = { text: '#4a4f57', axis: '#9aa0a8', grid: '#e6e8eb' } as const
