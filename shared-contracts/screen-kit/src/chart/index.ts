export { chartGreys, formerColours, seriesColours } from './palette.ts'
export { useChart, type ChartOption } from './use-chart.ts'
