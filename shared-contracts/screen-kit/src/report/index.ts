export { reportScreen } from './ReportScreen.tsx'
export { lastDays } from './state/period.ts'
