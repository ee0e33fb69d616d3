export { directionOf, exactFigure, formatChange, formatFigure, formatTick, judgementOf } from './figure.ts'
export { PaceMeter } from './PaceMeter.tsx'
