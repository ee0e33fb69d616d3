export { formatFigure } from '@adsite/contract'
export { directionOf, exactFigure, formatChange, formatTick, judgementOf } from './figure.ts'
export { PaceMeter } from './PaceMeter.tsx'
