export {
  changeOf,
  directionOf,
  exactFigure,
  formatChange,
  formatFigure,
  formatTick,
  judgementOf,
  numberOf,
  type Change,
  type FigureValue,
} from './figure.ts'
