export {
  changeOf,
  directionOf,
  exactFigure,
  formatChange,
  formatFigure,
  formatTick,
  numberOf,
  type Change,
  type FigureValue,
} from './figure.ts'
