export { directionOf, exactFigure, formatChange, formatFigure, formatTick, judgementOf } from './figure.ts'
